import { createSessions } from '../session/sessions.ts'
import type { useDatabase } from './database.ts'
import { type Program, start, temporaryFolder } from './processes.ts'

/* Servers in processes of their own on the database of a test file, which a test may kill. */

export type Server = Program & { origin: string }

/** Without the demo school. */
const provider = { OAUTH_ISSUER: 'https://site.example', OAUTH_CLIENT_ID: 'raintree', OAUTH_CLIENT_SECRET: 'secret' }
const hour = 3_600_000

export async function useServers({ db, connection }: Awaited<ReturnType<typeof useDatabase>>) {
  const { user, password, host, port, database } = connection
  const DATABASE_URL = `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`
  const DATA_DIR = await temporaryFolder()
  const sessions = createSessions({
    ...{ db, now: () => new Date(), idleMs: hour, maxMs: hour },
    announceEnd: async () => {},
  })
  return {
    database,
    /** Opens a session and gives its token. */
    open: (personId: string) => sessions.open(personId),
    async serve(settings: Record<string, string> = {}): Promise<Server> {
      const own = { PORT: '0', DATA_DIR, DATABASE_URL, WORKERS: '1', ...provider }
      const program = start('server/main.ts', [], { ...own, ...settings })
      const [, origin = ''] = await program.until(/Raintree is ready at (http:\S+)/)
      return { ...program, origin }
    },
  }
}

/** Sends a request. Rejects when the server dies before its answer. */
export async function send(
  { origin }: Pick<Server, 'origin'>,
  token: string,
  method: string,
  path: string,
  body?: unknown,
  { headers = {}, signal = null }: { headers?: Record<string, string>; signal?: AbortSignal | null } = {},
): Promise<{ status: number; data: unknown; error: unknown }> {
  const answer = await fetch(origin + path, {
    ...{ method, signal, body: body === undefined ? null : JSON.stringify(body) },
    headers: { authorization: token, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
  })
  const { data, error } = (await answer.json()) as { data?: unknown; error?: unknown }
  return { status: answer.status, data, error }
}
