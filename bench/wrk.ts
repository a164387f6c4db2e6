import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Ask } from './day.ts'
import { type BenchRequest, type Drive, questionOf, type ResponseListener, type Sent } from './requests.ts'

/* Drives a server with wrk, which takes a quarter of the processors that a load tool in JavaScript does. */

const run = promisify(execFile)

/** Its version; undefined when it is not installed. */
export const wrkVersion = (): Promise<string | undefined> =>
  run('wrk', ['--version'])
    // It ends with 1 after its message.
    .catch((told: { stdout?: string }) => told)
    .then(({ stdout }) => /^wrk \S+/.exec(stdout ?? '')?.[0])

/** So many requests are written down for each second, and at most; when they are used up, the first come again. */
const PREPARED = { second: 2_000, most: 20_000 }

export async function askWithWrk(
  { origin, connections, seconds, next, asking }: Drive,
  heard: ResponseListener,
): Promise<Sent> {
  const folder = await mkdtemp(join(tmpdir(), 'raintree-wrk-'))
  try {
    const asked = Array.from({ length: Math.min(PREPARED.second * seconds, PREPARED.most) }, next)
    const answers = join(folder, 'answers')
    await Promise.all(requestsOf(asked, origin, connections).map((text, n) => writeFile(join(folder, String(n)), text)))
    const much = [`-t${connections}`, `-c${connections}`, `-d${seconds}s`, '--timeout', '30s']
    const script = ['-s', join(import.meta.dirname, 'wrk.lua'), origin, '--', folder]
    const env = { ...process.env, ANSWERS: answers }
    await asking(() => run('wrk', [...much, ...script], { env }))
    return read(await readFile(answers), asked, heard)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What each thread is to ask, in turns, as bench/wrk.lua reads it. */
function requestsOf(asked: BenchRequest[], origin: string, threads: number): string[] {
  const { host } = new URL(origin)
  const texts: string[][] = Array.from({ length: threads }, () => [])
  const first = new Map<string, number>()
  for (const [n, one] of asked.entries()) {
    const question = questionOf(one)
    if (!first.has(question)) first.set(question, n)
    const request = requestOf(one.ask, host)
    texts[n % threads]?.push(`${Buffer.byteLength(request)} ${first.get(question)}\n${request}\n`)
  }
  return texts.map((parts) => parts.join(''))
}

function requestOf({ method, path, token, body, headers }: Ask, host: string): string {
  const kind = body !== undefined && {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  }
  const lines = Object.entries({ host, authorization: token, ...kind, ...headers })
  return [`${method} ${path} HTTP/1.1`, ...lines.map(([k, v]) => `${k}: ${v}`), '', body ?? ''].join('\r\n')
}

/** What bench/wrk.lua has written: lines, and bodies of so many bytes. */
function read(answers: Buffer, asked: BenchRequest[], heard: ResponseListener): Sent {
  let at = 0
  const line = () => {
    const end = answers.indexOf(10, at)
    const words = answers.toString('latin1', at, end).split(' ')
    at = end + 1
    return words
  }
  const [us, errors] = line().map(Number)
  while (at < answers.length) {
    const [what, ...numbers] = line()
    const [n = 0, status = 0, bytes = 0] = numbers.map(Number)
    if (what === 'times')
      for (let left = n; left > 0; left--) {
        const [question, took] = line().map(Number)
        heard.time(asked[question ?? -1] as BenchRequest, (took ?? 0) / 1000)
      }
    else {
      heard.answer(asked[n] as BenchRequest, status, answers.toString('utf8', at, at + bytes), true)
      at += bytes + 1
    }
  }
  return { seconds: (us ?? 0) / 1e6, errors: errors ?? 0 }
}
