import { execFile, execFileSync } from 'node:child_process'
import { chmod, chown, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

/* The account that runs the embedded database, and how it reaches its folders. */

const run = promisify(execFile)

export class EmbeddedError extends Error {}

/** The database ended or did not start; another try may help, such as when a disk has room again. */
export class DatabaseDown extends EmbeddedError {}

export interface Binaries {
  initdb: string
  postgres: string
}

export interface DbUser {
  name: string
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root, so root lends it an ordinary account, made when there is none. */
export async function databaseUser(): Promise<DbUser> {
  const name = 'postgres'
  const found = await lookUp(name)
  if (found) return found
  const attempts = [
    ['useradd', ['--system', '--no-create-home', '--shell', '/bin/false', name]],
    ['adduser', ['-S', '-D', '-H', '-s', '/bin/false', name]],
  ] as const
  for (const [command, args] of attempts) {
    await run(command, args).catch(() => {})
    const made = await lookUp(name)
    if (made) return made
  }
  throw new EmbeddedError('PostgreSQL cannot run as root, and no account could be made for it. Start as another user.')
}

async function lookUp(name: string): Promise<DbUser | undefined> {
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((l) => l.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : undefined
}

const identity = (user: DbUser | undefined) => (user ? { uid: user.uid, gid: user.gid } : {})

export type Launch = (command: string[]) => string[]

/**
 * How to run a program as `user`. Its way to DATA_DIR and to the binaries may pass through closed folders: DATA_DIR
 * itself (mode 0700) is opened to this account, for passing through; for a closed folder above, such as /root, the
 * program gets the one capability that lets it pass.
 */
export async function launcher(user: DbUser | undefined, dataDir: string, binaries: Binaries): Promise<Launch> {
  if (!user) return (command) => command
  if (!(await mayPass(dataDir, user))) {
    const { mode } = await stat(dataDir)
    await chown(dataDir, 0, user.gid)
    await chmod(dataDir, (mode & 0o777) | 0o010)
  }
  const closed: string[] = []
  for (const path of [dirname(dataDir), dirname(binaries.postgres)]) {
    for (let at = path; at !== dirname(at); at = dirname(at)) if (!(await mayPass(at, user))) closed.push(at)
  }
  if (closed.length === 0) return (command) => command
  // Without the bit, access(2), by which PostgreSQL finds its own programs, would ignore the capability.
  const capability = [
    '--securebits=+no_setuid_fixup',
    '--inh-caps=-all,+dac_read_search',
    '--ambient-caps=-all,+dac_read_search',
    '--bounding-set=-all,+dac_read_search',
  ]
  const setpriv: Launch = (command) => [
    'setpriv',
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    ...capability,
    '--',
    ...command,
  ]
  try {
    const [command, ...args] = setpriv([binaries.postgres, '--version'])
    execFileSync(command as string, args, { stdio: 'ignore' })
  } catch {
    throw new EmbeddedError(
      `As root, the database runs as the account "${user.name}", which cannot reach ${closed[0]}.\n` +
        `Run \`chmod o+x ${closed[0]}\`, or move the product and DATA_DIR elsewhere, or start as an ordinary user.`,
    )
  }
  return setpriv
}

async function mayPass(path: string, user: DbUser): Promise<boolean> {
  const { uid, gid, mode } = await stat(path)
  if (uid === user.uid) return (mode & 0o100) !== 0
  if (gid === user.gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}

/** How root starts a command as the account: by setpriv, which changes the identity by itself. */
export const directIdentity = (user: DbUser | undefined, command: string | undefined) =>
  command === 'setpriv' ? {} : identity(user)
