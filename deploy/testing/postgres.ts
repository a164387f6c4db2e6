import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { folder, own, ownFolder, type Program, root, run, start, until } from './programs.ts'

/* PostgreSQL of Debian with the configuration files of deploy/several-servers. */

export const bin = '/usr/lib/postgresql/15/bin'
const files = join(root, 'deploy/several-servers')
export const passwords = { raintree: 'open sesame', replicator: 'follow me', failover: 'take over' }

export interface Postgres {
  port: number
  program: Program
  /** For psql, as the superuser. */
  admin: string
  /** Runs a statement as the superuser and returns its one value. */
  ask(statement: string, database?: string): string
  stop(): Promise<void>
  /** Starts it again, after `stop`. */
  start(): Promise<void>
  /**
   * Starts an old primary as a replica of the server that answers at `from` now, as in
   * deploy/several-servers/README.md.
   */
  startAsReplica(from: number): Promise<void>
}

/** The passwords in the file that psql and the like read; with -R the replica uses it as well. */
export function passfile(): string {
  const path = join(folder, 'pgpass')
  const lines = Object.entries(passwords).map(([role, word]) => `*:*:*:${role}:${word}\n`)
  writeFileSync(path, lines.join(''), { mode: 0o600 })
  return own(path)
}

/** Sizes for a machine that runs the whole trial. */
const small = `
shared_buffers = 64MB
effective_cache_size = 256MB
max_connections = 100
wal_keep_size = 256MB
listen_addresses = '127.0.0.1'
`

const text = (name: string) => readFileSync(join(files, name), 'utf8')

export async function startPrimary(name: string, port: number): Promise<Postgres> {
  const data = join(ownFolder(name), 'data')
  run(`${bin}/initdb`, ['-D', data, '-U', 'postgres', '--encoding=UTF8', '--locale=C', '--auth=trust'])
  // The superuser of the trial need not be an account of the system.
  writeFileSync(join(data, 'pg_hba.conf'), text('pg_hba.conf').replace(/\bpeer\b/, 'trust'))
  configure(data, port)
  const postgres = await launch(name, data, port)
  const roles = join(data, 'roles.sql')
  writeFileSync(roles, text('roles.sql'))
  own(roles)
  // There is no replica yet, so nobody else can acknowledge.
  const PGOPTIONS = '-c synchronous_commit=local'
  // Sets passwords like \password for a person at a terminal.
  const words = Object.entries(passwords).map(([role, word]) => `alter role ${role} password '${word}';`)
  const args = ['-v', 'ON_ERROR_STOP=1', '-f', roles, '-c', words.join('\n')]
  run('/usr/bin/psql', [postgres.admin, '-Xqb', ...args], { PGOPTIONS })
  return postgres
}

/** A replica of the server at `from`, HAProxy's address of the primary. */
export async function startReplica(name: string, port: number, from: number): Promise<Postgres> {
  const data = join(ownFolder(name), 'data')
  const address = `host=127.0.0.1 port=${from} user=replicator application_name=${name}`
  run(`${bin}/pg_basebackup`, ['-D', data, '-d', address, '-R', '-X', 'stream', '-c', 'fast'], {
    PGPASSFILE: passfile(),
  })
  configure(data, port)
  return launch(name, data, port)
}

function configure(data: string, port: number): void {
  const own = `port = ${port}\nunix_socket_directories = '${dirname(data)}'\n`
  appendFileSync(join(data, 'postgresql.conf'), `${text('postgresql.conf')}${small}${own}`)
}

async function launch(name: string, data: string, port: number): Promise<Postgres> {
  const place = `host=${dirname(data)} port=${port} user=postgres`
  const ask = (statement: string, database = 'postgres') =>
    run('/usr/bin/psql', [`${place} dbname=${database}`, '-XAtc', statement]).trim()
  const open = () => start(name, `${bin}/postgres`, ['-D', data])
  const answers = () => until(`${name} answers`, () => ask('select 1'))
  const postgres: Postgres = {
    port,
    program: open(),
    admin: `${place} dbname=postgres`,
    ask,
    stop: () => postgres.program.kill('SIGINT'),
    async start() {
      postgres.program = open()
      await answers()
    },
    async startAsReplica(from) {
      const source = `host=127.0.0.1 port=${from} dbname=postgres user=failover`
      run('/usr/bin/psql', [source, '-Xqc', 'checkpoint'], { PGPASSFILE: passfile() })
      run(`${bin}/pg_rewind`, ['-D', data, '--source-server', source], { PGPASSFILE: passfile() })
      // Debian keeps its configuration elsewhere; here the data brought that of the other server.
      configure(data, port)
      const signal = join(data, 'standby.signal')
      writeFileSync(signal, '')
      own(signal)
      await postgres.start()
    },
  }
  await answers()
  return postgres
}
