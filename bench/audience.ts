import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { notifications } from '../contract/notifications.ts'
import { type Answered, Lines } from './lines.ts'
import { type Figures, percentiles } from './load.ts'
import type { Student } from './world.ts'

/*
 * Everyone on a large course looks at one screen while somebody writes. Each device behaves like the browser: its
 * stream brings the event, and it reads the screen again, one request at a time and at most one a second.
 */

export interface Seen {
  readers: number
  texts: number
  /** In ms, from sending a text to its arrival on another device. */
  shown: Pick<Figures, 'p50' | 'p95' | 'p99' | 'max'>
  /** How often devices read the text, and the transferred bytes of one answer. */
  readings: number
  bytes: number
  /** How many devices lack a text half a minute after the last one, summed over the texts. */
  missed: number
}

type Send = (method: 'GET' | 'POST', path: string, token: string, body?: object) => Promise<Answered>

export interface Scene<T> {
  origin: string
  readers: Student[]
  /** Whether a device reads again after this event. */
  hears: (event: EventSourceMessage) => boolean
  /** The paths that it reads: the answer of the first one has the text. */
  paths: [string, ...string[]]
  textsIn: (data: T) => string[]
  /** Sends the nth text. */
  write: (send: Send, text: string, n: number) => Promise<unknown>
  /** How many texts are sent first and not counted, how many then, and the interval in ms. */
  warm: number
  measured: number
  everyMs: number
}

const LEAST_MS = 1_000

export async function watchAudience<T>(scene: Scene<T>): Promise<Seen> {
  const { origin, readers, paths, everyMs } = scene
  const lines = new Lines(new URL(origin))
  /** When each text was sent. */
  const sent = new Map<string, number>()
  const figures = { times: [] as number[], readings: 0, bytes: 0 }
  const faults: string[] = []

  /** Most devices get the same bytes. */
  const known = new Map<string, string[]>()
  const parse = ({ etag, body, isCompressed }: Answered) => {
    const { data } = JSON.parse((isCompressed ? brotliDecompressSync(body) : body).toString()) as { data: T }
    const texts = scene.textsIn(data)
    known.set(etag, texts)
    return texts
  }

  const send: Send = async (method, path, token, given) => {
    const body = given ? [Buffer.from(JSON.stringify(given))] : []
    const headers = { authorization: token, 'accept-encoding': 'br', 'content-type': 'application/json' }
    const answer = await lines.ask({ method, path, headers, body })
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`)
    return answer
  }

  async function read({ token }: Student, seen: Set<string>): Promise<void> {
    const answer = await send('GET', paths[0], token)
    const now = performance.now()
    figures.readings++
    figures.bytes = answer.body.length
    for (const text of known.get(answer.etag) ?? parse(answer)) {
      const at = sent.get(text)
      if (at === undefined || seen.has(text)) continue
      seen.add(text)
      figures.times.push(now - at)
    }
  }

  async function open(reader: Student): Promise<Socket> {
    const seen = new Set<string>()
    const note = (error: unknown) => void faults.push((error as Error).message)
    const readings = paths.map((path, i) =>
      oneAtATime(() => (i === 0 ? read(reader, seen) : send('GET', path, reader.token).then(() => {})).catch(note)),
    )
    return listen(origin, reader.token, (event) => {
      if (scene.hears(event)) for (const reading of readings) reading()
    })
  }

  async function write(many: number): Promise<void> {
    for (let n = 0; n < many; n++) {
      const next = pause(everyMs)
      const text = `What does line ${n} do? ${crypto.randomUUID()}`
      sent.set(text, performance.now())
      await scene.write(send, text, n)
      await next
    }
  }

  const devices: Socket[] = []
  try {
    for (let i = 0; i < readers.length; i += 50)
      devices.push(...(await Promise.all(readers.slice(i, i + 50).map(open))))
    await write(scene.warm)
    await pause(3 * LEAST_MS)
    sent.clear()
    figures.times = []
    figures.readings = 0
    await write(scene.measured)
    const all = readers.length * scene.measured
    for (let second = 0; second < 30 && figures.times.length < all; second++) await pause(1_000)
    if (faults.length > 0) throw new Error(`${faults.length} readings failed:\n${faults.slice(0, 3).join('\n')}`)
    const { times, readings, bytes } = figures
    const missed = all - times.length
    return { readers: readers.length, texts: scene.measured, shown: percentiles(times), readings, bytes, missed }
  } finally {
    for (const device of devices) device.destroy()
    lines.close()
  }
}

/** One request at a time; further events cause one more after it. */
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

/** Opens a stream of live events. The parser takes HTTP's own lines for fields that it does not know. */
async function listen(origin: string, token: string, onEvent: (event: EventSourceMessage) => void): Promise<Socket> {
  const { hostname, port, host } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port) })
  const opened = Promise.withResolvers<void>()
  const parser = createParser({
    onEvent(event) {
      if (event.event === 'open') opened.resolve()
      onEvent(event)
    },
  })
  socket.on('data', (bytes) => parser.feed(bytes.toString()))
  socket.on('error', opened.reject)
  await once(socket, 'connect')
  socket.write(`GET ${notifications.stream.path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${token}\r\n\r\n`)
  await opened.promise
  return socket
}
