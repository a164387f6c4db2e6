import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import type { Connection } from '../server/db/database.ts'

/* The resource use of the product's processes, from Linux's /proc; nothing on other systems. */

/** Ticks a second in /proc, on every Linux that Node.js runs on. */
const TICKS = 100

export type Role = 'starter' | 'first process' | 'worker' | 'database' | 'load tool'

interface Used {
  /** In seconds since the start, including ended children. */
  cpu: number
  /** In MB; memory that processes share is divided among them where the system tells. */
  memory: number
}

interface Process {
  pid: number
  parent: number
  name: string
  cpu: number
}

function list(): Process[] {
  let pids: string[]
  try {
    pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
  return pids.flatMap((pid) => {
    const [, name = '', rest = ''] = /\((.*)\) \S (.*)/s.exec(read(`/proc/${pid}/stat`)) ?? []
    const fields = rest.split(' ').map(Number)
    // After the state: the parent is first; utime, stime, cutime, cstime are the 11th to 14th.
    const cpu = fields.slice(10, 14).reduce((sum, n) => sum + n, 0) / TICKS
    return rest ? [{ pid: Number(pid), parent: fields[0] ?? 0, name, cpu }] : []
  })
}

let external: number | undefined

/** From here on, also measures a database that the product did not start, if it runs on this machine. */
export async function lookAtDatabase(connection: Connection): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    external = list().find((p) => p.pid === rows[0]?.pid && p.name.includes('postgres'))?.parent
  } finally {
    await client.end()
  }
}

/**
 * The processes of the product with this outermost process id, and this one, by role; several workers, one database.
 */
export function usage(pid: number): { role: Role; pid: number; used: Used }[] {
  const all = list()
  const children = (of: number) => all.filter((p) => p.parent === of)
  const under = (of: number): Process[] => children(of).flatMap((p) => [p, ...under(p.pid)])
  const outer = all.find((p) => p.pid === pid)
  const [first] = children(pid)
  if (!outer || !first) return []
  const workers = children(first.pid).filter((p) => !p.name.includes('postgres'))
  const own = children(first.pid).find((p) => p.name.includes('postgres'))
  const postmaster = own ?? all.find((p) => p.pid === external)
  const usedBy = (p: Process): Used => ({ cpu: p.cpu, memory: memoryOf(p.pid) })
  const database = postmaster ? [postmaster, ...under(postmaster.pid)] : []
  const tool = all.find((p) => p.pid === process.pid)
  return [
    { role: 'starter', pid: outer.pid, used: usedBy(outer) },
    { role: workers.length ? 'first process' : 'worker', pid: first.pid, used: usedBy(first) },
    ...workers.map((p) => ({ role: 'worker' as const, pid: p.pid, used: usedBy(p) })),
    ...(postmaster ? [{ role: 'database' as const, pid: postmaster.pid, used: sum(database.map(usedBy)) }] : []),
    // Including wrk, which has ended before the look.
    ...(tool ? [{ role: 'load tool' as const, pid: tool.pid, used: usedBy(tool) }] : []),
  ]
}

const sum = (parts: Used[]): Used => ({
  cpu: parts.reduce((n, p) => n + p.cpu, 0),
  memory: Math.round(parts.reduce((n, p) => n + p.memory, 0)),
})

/** The proportional set size, or the resident one where that may not be read. */
function memoryOf(pid: number): number {
  const text = read(`/proc/${pid}/smaps_rollup`) || read(`/proc/${pid}/status`)
  const [, kb = '0'] = /^(?:Pss|VmRSS):\s+(\d+) kB/m.exec(text) ?? []
  return Math.round(Number(kb) / 1024)
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // it has ended, or is another user's
  }
}

/** By role: the used cores, and the largest memory of one process, in MB. */
export type Load = Partial<Record<Role, { cores: number; memory: number }>>

/**
 * Measures the processes before and after the work, and the workers' memory during it: measuring all takes 40 ms of a
 * processor, for which the work would wait.
 */
export async function watch<T>(pid: number, work: () => Promise<T>): Promise<{ result: T; load: Load }> {
  const [before, began] = [usage(pid), performance.now()]
  const peaks = new Map(before.filter(({ role }) => role === 'worker').map((one) => [one.pid, one.used.memory]))
  const timer = setInterval(() => {
    for (const [one, peak] of peaks) peaks.set(one, Math.max(peak, memoryOf(one)))
  }, 1_000)
  try {
    const result = await work()
    const seconds = (performance.now() - began) / 1000
    const load: Load = {}
    for (const { role, pid: one, used } of usage(pid)) {
      const cpu = used.cpu - (before.find((b) => b.pid === one)?.used.cpu ?? 0)
      const sofar = load[role] ?? { cores: 0, memory: 0 }
      const cores = Math.round((sofar.cores + cpu / seconds) * 100) / 100
      load[role] = { cores, memory: Math.max(sofar.memory, used.memory, peaks.get(one) ?? 0) }
    }
    return { result, load }
  } finally {
    clearInterval(timer)
  }
}
