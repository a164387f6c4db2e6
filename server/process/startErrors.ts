import { relative } from 'node:path'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { DatabaseDown, EmbeddedError } from '../db/account.ts'
import { isFull, isTransient } from '../errors.ts'

/** Why a folder or a file cannot be used, by the code of the error. */
const unusable: Record<string, string> = {
  EEXIST: 'is a file, and must be a folder',
  ENOTDIR: 'is inside a file, and must be in a folder',
  EACCES: 'may not be read or written by this account',
  EPERM: 'may not be changed by this account',
  EROFS: 'is on a disk that cannot be written',
  ENOSPC: 'is on a disk that is full',
}

/** Why a program could not start, in words for the operator; an unexpected error with its stack. */
export function wordsOf(error: unknown, config: Config | undefined = configNow()): string {
  if (error instanceof ConfigError || error instanceof EmbeddedError || error instanceof WorkerFailed)
    return error.message
  const { code = '', syscall, path } = error as NodeJS.ErrnoException
  // A worker reports `bind`.
  if (config && (syscall === 'listen' || syscall === 'bind')) {
    if (code === 'EADDRINUSE') return `Port ${config.port} is taken. Set PORT to another one.`
    if (code === 'EACCES') return `Port ${config.port} needs more rights. Set PORT to 1024 or more.`
    if (code === 'EADDRNOTAVAIL') return `HOST is ${config.host}, which is no address of this machine.`
  }
  if (config && syscall === 'getaddrinfo') return `HOST is ${config.host}, which is not known here.`
  if (config && path && unusable[code] && isOf(config.dataDir, path))
    return `DATA_DIR is ${config.dataDir}, which cannot be used: ${path} ${unusable[code]}.`
  if (isFull(error)) return `There is no room on the disk: ${(error as Error).message}`
  if (isTransient(error)) return `The database went away while the server started: ${(error as Error).message}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** EX_TEMPFAIL of sysexits.h: another start may help, as `npm start` does (scripts/start.mjs). */
const TEMPORARY = 75

/** The exit code of a program that could not start, or not go on. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof WorkerFailed) return error.exitCode
  return error instanceof DatabaseDown || isTransient(error) || isFull(error) ? TEMPORARY : 1
}

/** Why a worker could not start, in its own words. */
export class WorkerFailed extends Error {
  readonly exitCode: number
  constructor(words: string, exitCode: number) {
    super(words)
    this.exitCode = exitCode
  }
}

/** Whether a path is in a folder, or on the way to it. */
const isOf = (folder: string, path: string) =>
  !relative(folder, path).startsWith('..') || !relative(path, folder).startsWith('..')

function configNow(): Config | undefined {
  try {
    return readConfig(process.env)
  } catch {
    return undefined
  }
}
