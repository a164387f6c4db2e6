import { type Upload, uploadPart, uploads } from '../../contract/uploads.ts'
import { noAnswer, readAnswer } from '../loading/call.ts'
import { readToken } from '../session/token.ts'

/** An upload without progress for this long counts as failed. */
const SILENCE_MS = 60_000

export interface Sending {
  onProgress: (part: number) => void
  signal: AbortSignal
  /** The same key again returns the first upload. */
  idempotencyKey: string
}

/** Sends a file and reports the part that is sent, 0 to 1; `fetch` cannot report it. @throws CallError */
export function sendFile(
  file: File,
  { onProgress, signal, idempotencyKey }: Sending,
  /** The address of another call that takes one. */
  path: string = uploads.create.path,
): Promise<Upload> {
  const form = new FormData()
  form.append(uploadPart, file, file.name)
  const request = new XMLHttpRequest()
  request.open(uploads.create.method, path)
  const token = readToken()
  if (token) request.setRequestHeader('authorization', token)
  request.setRequestHeader('idempotency-key', idempotencyKey)
  return new Promise((resolve, reject) => {
    let silence: ReturnType<typeof setTimeout>
    const moves = () => {
      clearTimeout(silence)
      silence = setTimeout(() => request.abort(), SILENCE_MS)
    }
    request.upload.onprogress = ({ loaded, total }) => {
      moves()
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onloadend = () => clearTimeout(silence)
    request.onload = () => {
      const { status, statusText, responseText } = request
      const retryAfter = request.getResponseHeader('retry-after')
      const response = new Response(responseText, {
        status,
        statusText,
        headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
      })
      resolve(readAnswer(response, token) as Promise<Upload>)
    }
    request.onerror = () => reject(noAnswer())
    request.onabort = () => reject(signal.aborted ? signal.reason : noAnswer())
    signal.addEventListener('abort', () => request.abort())
    moves()
    request.send(form)
  })
}
