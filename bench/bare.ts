import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BareAnswer } from './bareServer.ts'
import type { Ask } from './day.ts'

/** Runs a bare node:http server that answers with these bytes during the work, which gets its origin. */
export async function withBareServer<T>(
  answer: BareAnswer,
  workers: number,
  work: (origin: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'raintree-bare-'))
  try {
    const path = join(folder, 'answer.json')
    await writeFile(path, JSON.stringify(answer))
    const server = fork(join(import.meta.dirname, 'bareServer.ts'), [path, String(workers)])
    const [port] = await once(server, 'message')
    try {
      return await work(`http://127.0.0.1:${port}`)
    } finally {
      server.disconnect()
      await once(server, 'exit')
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The product's answer, with its own headers. */
export async function answerOf(origin: string, { method, path, token, body, headers }: Ask): Promise<BareAnswer> {
  const kind = body === undefined ? undefined : { 'content-type': 'application/json' }
  const own = { authorization: token, 'accept-encoding': 'identity', ...kind, ...headers }
  const answer = await fetch(origin + path, { method, body, headers: own })
  const kept = [...answer.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name))
  return { status: answer.status, headers: Object.fromEntries(kept), body: await answer.text() }
}
