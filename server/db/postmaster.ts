import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

/* The running PostgreSQL of a folder: its process, and how to end it. */

const run = promisify(execFile)

/** The file in which PostgreSQL records the process that runs on `folder`. */
const lockFile = (folder: string) => join(folder, 'postmaster.pid')

async function readLock(path: string): Promise<{ pid: number; socketDir: string }> {
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n')
  return { pid: Number(lines[0]), socketDir: lines[4] ?? '' }
}

/** The running database of `folder`. */
export async function livePostmaster(folder: string): Promise<{ pid: number; socketDir: string } | undefined> {
  const lock = await readLock(lockFile(folder))
  return lock.pid && isAlive(lock.pid) && (await isPostgres(lock.pid)) ? lock : undefined
}

/**
 * After a reboot any process may have the number in the lock file. PostgreSQL takes a process of the same user for
 * itself and does not start.
 */
export async function removeStaleLock(folder: string): Promise<void> {
  const path = lockFile(folder)
  const { pid } = await readLock(path)
  if (!pid || !isAlive(pid) || (await isPostgres(pid))) return
  const aside = `${path}.stale`
  await rename(path, aside)
  // Another server may have started its database on the folder in between.
  if ((await readLock(aside)).pid !== pid) await rename(aside, path)
}

/** After a reboot another process may have the number. */
async function isPostgres(pid: number): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(async () => {
    // There is no /proc, as on macOS.
    const { stdout } = await run('ps', ['-o', 'comm=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
    return stdout
  })
  return name.includes('postgres')
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (e) {
    return (e as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export async function stopPostmaster(pid: number, folder: string): Promise<void> {
  // SIGINT: end sessions, checkpoint, leave. SIGQUIT: leave now; the next start recovers from the log.
  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 5],
    ['SIGKILL', 5],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    for (let tick = 0; tick < seconds * 50; tick++) {
      if (!isAlive(pid) || !existsSync(join(folder, 'postmaster.pid'))) return
      await pause(20)
    }
  }
}
