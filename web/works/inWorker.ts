import { NotShowable } from './bytes.ts'

/** In ms; a file that takes longer was made to. */
const MOST_MS = 15_000

/** Asks a new thread one question, and ends it when it has answered, takes too long or nobody waits any more. */
export function inWorker<Answer>(worker: Worker, question: unknown, signal: AbortSignal): Promise<Answer> {
  return new Promise<Answer>((done, fail) => {
    const stop = (reason: NotShowable['reason']) => fail(new NotShowable(reason))
    const timer = setTimeout(() => stop('too_large'), MOST_MS)
    signal.addEventListener('abort', () => fail(signal.reason))
    worker.onmessage = ({ data }: MessageEvent<{ answer: Answer } | { problem: NotShowable['reason'] }>) => {
      clearTimeout(timer)
      if ('problem' in data) stop(data.problem)
      else done(data.answer)
    }
    worker.onerror = () => stop('broken')
    worker.postMessage(question)
  }).finally(() => worker.terminate())
}
