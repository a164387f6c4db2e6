import autocannon from 'autocannon'
import { LRUCache } from 'lru-cache'
import { type BenchRequest, type Drive, questionOf, type ResponseListener, type Sent } from './requests.ts'

/* Drives a server with autocannon, where there is no wrk. It takes as much of the processors as the server does. */

/** One in so many answers is checked against the whole schema; all others by their status and outline. */
const WHOLE = 200
/** How many characters of right answers are kept for comparison. */
const MOST_KNOWN = 64_000_000

export async function askWithAutocannon(
  { origin, connections, seconds, next, asking }: Drive,
  heard: ResponseListener,
): Promise<Sent> {
  let answered: BenchRequest | undefined
  let answers = 0
  // Checking an answer costs this process as much as making it costs the server, and they share the processors: an
  // answer that equals an earlier one to the same question is not checked again.
  const known = new LRUCache<string, string>({ maxSize: MOST_KNOWN, sizeCalculation: ({ length }) => length + 1 })
  const look = (asked: BenchRequest, status: number, body: string) => {
    answered = asked
    const whole = answers++ % WHOLE === 0
    const question = questionOf(asked)
    if (!whole && status === 200 && known.get(question) === body) return
    heard.answer(asked, status, body, whole)
    known.set(question, body)
  }
  const result = await asking(() =>
    autocannon({
      url: origin,
      connections,
      duration: seconds,
      timeout: 30,
      requests: [
        {
          setupRequest(request, context) {
            const asked = next()
            const { ask } = asked
            Object.assign(context, asked)
            const kind = ask.body === undefined ? {} : { 'content-type': 'application/json' }
            const headers = { authorization: ask.token, ...kind, ...ask.headers }
            return { ...request, method: ask.method as 'GET', path: ask.path, headers, body: ask.body }
          },
          onResponse: (status, body, context) => look(context as BenchRequest, status, body),
        },
      ],
      setupClient(client) {
        // Called right after the answer was checked.
        client.on('response', (_status, _bytes, ms) => answered && heard.time(answered, ms))
      },
    }),
  )
  return { seconds: result.duration, errors: result.errors + result.timeouts }
}
