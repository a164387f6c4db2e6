import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { createParser } from 'eventsource-parser'
import type { Topic } from '../contract/discussions.ts'
import { notifications } from '../contract/notifications.ts'
import { Lines } from './lines.ts'
import { atOnce, type Figures, percentiles } from './load.ts'
import type { Student, World } from './world.ts'

/*
 * A lecture: everyone on a large course looks at one discussion, in which somebody posts each second. Each device does what
 * the browser does: it hears of a post by its stream, and reads the topic again, once at a time and once a second at most.
 */

export interface Lecture {
  readers: number
  posts: number
  /** From the moment at which somebody pressed Post until it is on another's device, in ms. */
  shown: Pick<Figures, 'p50' | 'p95' | 'p99' | 'max'>
  /** How often the topic was read, and the bytes of one answer on the line. */
  readings: number
  bytes: number
  /** Devices that a post had not reached half a minute after the last one, counted for each post. */
  missed: number
}

interface Given {
  origin: string
  lecture: World['lecture']
}

const POSTS = { warm: 5, measured: 30 }
const LEAST_MS = 1_000

export const lecture = (given: Given): Promise<Lecture> => atOnce(() => hold(given))

async function hold({ origin, lecture: { readers, discussion_id } }: Given): Promise<Lecture> {
  const lines = new Lines(new URL(origin))
  const path = `/api/courses/${readers[0]?.course_id}/discussions/${discussion_id}`
  /** When each post was made, by its words. */
  const pressed = new Map<string, number>()
  const figures = { times: [] as number[], readings: 0, bytes: 0 }
  const faults: string[] = []

  /** Most devices get the same bytes. */
  const known = new Map<string, string[]>()
  const postsIn = (etag: string, body: Buffer) => {
    const { data } = JSON.parse(brotliDecompressSync(body).toString()) as { data: Topic }
    const posts = data.posts.map(({ content }) => content)
    known.set(etag, posts)
    return posts
  }

  async function ask(method: 'GET' | 'POST', { token }: Student, content?: string) {
    const body = content === undefined ? [] : [Buffer.from(JSON.stringify({ content }))]
    const headers = { authorization: token, 'accept-encoding': 'br', 'content-type': 'application/json' }
    const answer = await lines.ask({ method, path, headers, body })
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`)
    return answer
  }

  async function read(reader: Student, seen: Set<string>): Promise<void> {
    const { etag, body } = await ask('GET', reader)
    const now = performance.now()
    figures.readings++
    figures.bytes = body.length
    for (const post of known.get(etag) ?? postsIn(etag, body)) {
      const at = pressed.get(post)
      if (at === undefined || seen.has(post)) continue
      seen.add(post)
      figures.times.push(now - at)
    }
  }

  /** Each second one, of another person each time. */
  async function say(many: number): Promise<void> {
    for (const [n, person] of readers.slice(0, many).entries()) {
      const next = pause(1_000)
      const content = `What does line ${n} do? ${crypto.randomUUID()}`
      pressed.set(content, performance.now())
      await ask('POST', person, content)
      await next
    }
  }

  const devices: Socket[] = []
  try {
    for (let i = 0; i < readers.length; i += 50) {
      const some = readers.slice(i, i + 50).map(async (reader) => {
        const seen = new Set<string>()
        const work = () => read(reader, seen).catch((error) => void faults.push((error as Error).message))
        devices.push(await listen(origin, reader.token, oneAtATime(work)))
      })
      await Promise.all(some)
    }
    await say(POSTS.warm)
    await pause(3 * LEAST_MS)
    pressed.clear()
    figures.times = []
    figures.readings = 0
    await say(POSTS.measured)
    const all = readers.length * POSTS.measured
    for (let second = 0; second < 30 && figures.times.length < all; second++) await pause(1_000)
    if (faults.length > 0) throw new Error(`${faults.length} readings failed:\n${faults.slice(0, 3).join('\n')}`)
    const { times, readings, bytes } = figures
    return {
      readers: readers.length,
      posts: POSTS.measured,
      shown: percentiles(times),
      readings,
      bytes,
      missed: all - times.length,
    }
  } finally {
    for (const device of devices) device.destroy()
    lines.close()
  }
}

/** One at a time; asked for meanwhile, once more after it. */
function oneAtATime(work: () => Promise<void>): () => void {
  let [busy, again] = [false, false]
  return async () => {
    again = true
    if (busy) return
    busy = true
    while (again) {
      again = false
      await Promise.all([work(), pause(LEAST_MS)])
    }
    busy = false
  }
}

/**
 * Opens a stream of news, and calls back for each piece of it that is about a discussion. The parser takes HTTP's own lines for
 * fields that it does not know.
 */
async function listen(origin: string, token: string, hear: () => void): Promise<Socket> {
  const { hostname, port, host } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port) })
  const opened = Promise.withResolvers<void>()
  const parser = createParser({
    onEvent({ event }) {
      if (event === 'open') opened.resolve()
      if (event === 'discussion') hear()
    },
  })
  socket.on('data', (bytes) => parser.feed(bytes.toString()))
  socket.on('error', opened.reject)
  await once(socket, 'connect')
  socket.write(`GET ${notifications.stream.path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${token}\r\n\r\n`)
  await opened.promise
  return socket
}
