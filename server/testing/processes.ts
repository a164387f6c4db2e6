import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
// @ts-expect-error: plain JavaScript, because it runs before any package is there
import { compileCache } from '../../scripts/prepare.mjs'
import { afterwards } from './afterwards.ts'

/* Runs programs of this repository as processes, and ends them after the test. */

const root = join(import.meta.dirname, '../..')

/** A folder of the test's own, mode 0700; outside a test, of the file's tests. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'raintree-test-'))
  afterwards(async () => {
    await stopDatabaseOf(folder)
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}

export interface Program {
  process: ChildProcess
  pid: number
  /** Its output so far, of both streams. */
  said(): string
  /** Waits for a matching line of output; throws with the output when the process ends before. */
  until(line: RegExp): Promise<RegExpExecArray>
  /** Its exit code, once it ends. */
  exited: Promise<number | null>
  kill(signal: NodeJS.Signals): Promise<number | null>
}

interface Bounds {
  /** The size limit of a file that it writes, in blocks of 512 or 1,024 bytes. */
  fileBlocks?: number
}

/** Starts a TypeScript file of the repository with these arguments and settings, and no others of this process. */
export function start(file: string, args: string[], settings: Record<string, string>, bounds: Bounds = {}): Program {
  const { PATH = '', HOME = '', TMPDIR } = process.env
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', join(root, file), ...args]
  const bounded =
    bounds.fileBlocks === undefined
      ? node
      : ['/bin/sh', '-c', `ulimit -f ${bounds.fileBlocks}; exec "$@"`, 'sh', ...node]
  const [command, ...rest] = bounded as [string, ...string[]]
  const child = spawn(command, rest, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, ...(TMPDIR && { TMPDIR }), ...compileCache, ...settings },
  })
  const exited = once(child, 'close').then(([code]) => code as number | null)
  const lines: string[] = []
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      for (const listener of listeners) listener()
    })
  }
  const said = () => lines.join('\n')
  const program: Program = {
    process: child,
    pid: child.pid ?? 0,
    said,
    exited,
    until: (pattern) =>
      new Promise((found, fail) => {
        const look = () => {
          const match = pattern.exec(said())
          if (match) found(match)
        }
        listeners.add(look)
        void exited.then((code) => fail(new Error(`ended with ${code} before it said ${pattern}:\n${said()}`)))
        look()
      }),
    async kill(signal) {
      child.kill(signal)
      return exited
    },
  }
  afterwards(async () => {
    await program.kill('SIGKILL')
  })
  return program
}

/** The process id of the database in a DATA_DIR while it runs. */
export async function databaseOf(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  return pid && isAlive(pid) ? pid : undefined
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  try {
    // An ended process has its number until its parent has asked how it ended, which may take seconds.
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    // It has just gone, or this is not Linux.
    return !existsSync('/proc/self/stat')
  }
}

/** The child processes of this one, without the database, which is a group of its own. */
export async function childrenOf(parent: number): Promise<number[]> {
  const stats = existsSync('/proc/self/stat') ? await readStats() : await askPs()
  return stats.filter(({ ppid, name }) => ppid === parent && !name.includes('postgres')).map(({ pid }) => pid)
}

interface Stat {
  pid: number
  ppid: number
  name: string
}

async function readStats(): Promise<Stat[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  // A process may end during the look.
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')))
  return texts.flatMap((text) => {
    const [, pid, name = '', state, ppid] = /^(\d+) \((.*)\) (\S) (\d+)/s.exec(text) ?? []
    return pid && state !== 'Z' ? [{ pid: Number(pid), ppid: Number(ppid), name }] : []
  })
}

async function askPs(): Promise<Stat[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,comm='])
  return stdout.split('\n').flatMap((line) => {
    const [, pid, ppid, name = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return pid ? [{ pid: Number(pid), ppid: Number(ppid), name }] : []
  })
}

/** Cleans up after a killed server; the database itself tidies up. */
async function stopDatabaseOf(dataDir: string): Promise<void> {
  const pid = await databaseOf(dataDir)
  if (pid) process.kill(pid, 'SIGQUIT')
  const deadline = Date.now() + 10_000
  while (pid && isAlive(pid) && Date.now() < deadline) await new Promise((tick) => setTimeout(tick, 20))
}
