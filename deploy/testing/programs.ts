import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/* The programs of a trial: started in a folder of its own, on loopback, and ended with it. Nothing else is touched. */

export const root = join(import.meta.dirname, '../..')

/** If the trial runs as root, the database and the like run as this account, because they refuse root. */
const account = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
}

/** The folder of this trial. */
export const folder = mkdtempSync(join(tmpdir(), 'raintree-deploy-'))
own(folder)

/** Makes a path accessible to the account of the programs. */
export function own(path: string): string {
  if (account) chownSync(path, account.uid, account.gid)
  return path
}

export function ownFolder(name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { mode: 0o700 })
  return own(path)
}

/** Stops the trial with the packages to install unless all these files are there. */
export function needs(packages: Record<string, string[]>): void {
  const missing = Object.entries(packages).filter(([, files]) => !files.every(existsSync))
  if (missing.length === 0) return
  console.error(`This needs: apt-get install --no-install-recommends ${missing.map(([name]) => name).join(' ')}`)
  process.exit(2)
}

const running: Program[] = []

export interface Program {
  name: string
  process: ChildProcess
  exited: Promise<unknown>
  said(): string
  kill(signal: NodeJS.Signals): Promise<void>
}

interface Start {
  env?: Record<string, string>
  /** Runs as this process's own account instead of the database's. */
  asMe?: boolean
}

export function start(name: string, command: string, args: string[], { env, asMe }: Start = {}): Program {
  const log = join(folder, `${name}.log`)
  const out = openSync(log, 'a')
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(command, args, {
    cwd: asMe ? root : '/',
    stdio: ['ignore', out, out],
    env: { PATH, HOME: asMe ? HOME : folder, LC_ALL: 'C', ...env },
    ...(!asMe && account),
  })
  closeSync(out)
  const exited = once(child, 'exit')
  const program: Program = {
    name,
    process: child,
    exited,
    said: () => readFileSync(log, 'utf8'),
    async kill(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await exited
    },
  }
  running.push(program)
  return program
}

/** Runs a command to its end and returns its output. */
export function run(command: string, args: string[], env: Record<string, string> = {}): string {
  const { PATH = '' } = process.env
  return execFileSync(command, args, {
    cwd: '/',
    encoding: 'utf8',
    env: { PATH, HOME: folder, LC_ALL: 'C', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  })
}

/** Retries until it succeeds; throws the last error when `seconds` are over. */
export async function until<T>(what: string, attempt: () => T | Promise<T>, seconds = 60): Promise<T> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      const dead = running.find((p) => p.process.exitCode)
      if (Date.now() < deadline && !dead) await pause(50)
      else throw new Error(`${what}: ${error}\n${(dead ? [dead] : running).map(tailOf).join('\n')}`)
    }
  }
}

const tailOf = (p: Program) => `--- ${p.name}\n${p.said().split('\n').slice(-15).join('\n')}`

/** So many free ports. */
export async function freePorts<const N extends string>(...names: N[]): Promise<Record<N, number>> {
  const servers = await Promise.all(
    names.map(async () => {
      const server = createServer()
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
      return server
    }),
  )
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))))
  return Object.fromEntries(names.map((name, i) => [name, ports[i]])) as Record<N, number>
}

const checks: string[] = []

/** Prints a statement that holds, or stops the trial. */
export function check(words: string, holds: boolean, otherwise?: unknown): void {
  if (!holds)
    throw new Error(`Not so: ${words}${otherwise === undefined ? '' : `\n${JSON.stringify(otherwise, null, 1)}`}`)
  checks.push(words)
  console.log(`  ✓ ${words}`)
}

export const step = (words: string) => console.log(`\n${words}`)

/** Runs a trial and cleans up after it in any case. */
export async function trial(name: string, work: () => Promise<void>): Promise<void> {
  const began = Date.now()
  const stop = async () => {
    // The latest first, because it may use an earlier one.
    for (const program of running.reverse()) {
      const late = setTimeout(() => program.process.kill('SIGKILL'), 15_000)
      await program.kill(program.name.startsWith('postgres') ? 'SIGINT' : 'SIGTERM')
      clearTimeout(late)
    }
    if (process.env.KEEP) console.log(`Kept: ${folder}`)
    else rmSync(folder, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().then(() => process.exit(130)))
  try {
    await work()
    console.log(`\n${name}: ${checks.length} checks hold, ${Math.round((Date.now() - began) / 1000)} s.`)
  } catch (error) {
    console.error(`\n${name}: ${error instanceof Error ? error.stack : error}`)
    process.exitCode = 1
  } finally {
    await stop()
  }
  // A load that continues after a failure would keep this process running.
  process.exit()
}
