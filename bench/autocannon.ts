import autocannon from 'autocannon'
import { LRUCache } from 'lru-cache'
import { type BenchRequest, type Drive, questionOf, type ResponseListener, type Sent } from './requests.ts'

/* Drives a server with autocannon, where there is no wrk. It costs as much of the processors as the server does. */

/** One answer in so many is checked against the whole schema; of every one, the status and the shape that matters. */
const WHOLE = 200
/** How much of the answers that were right is kept to compare with, in characters. */
const MOST_KNOWN = 64_000_000

export async function askWithAutocannon(
  { origin, connections, seconds, next, asking }: Drive,
  heard: ResponseListener,
): Promise<Sent> {
  let answered: BenchRequest | undefined
  let answers = 0
  // Reading an answer costs this process as much as making it costs the server, and they share the processors: what is
  // the same, character for character, as an answer to the same question that was looked at is not looked at again.
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
        // Told right after the answer was looked at.
        client.on('response', (_status, _bytes, ms) => answered && heard.time(answered, ms))
      },
    }),
  )
  return { seconds: result.duration, errors: result.errors + result.timeouts }
}
