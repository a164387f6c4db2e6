import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PlainProvider, startPlainProvider } from '../../server/testing/providerServer.ts'
import type { S3Settings } from '../../server/uploads/s3.ts'
import { type Postgres, passfile, passwords, startPrimary, startReplica } from '../testing/postgres.ts'
import { folder, freePorts, needs, own, type Program, root, run, start, until } from '../testing/programs.ts'
import { startSwift, swiftPackages } from '../testing/swift.ts'

/* All of deploy/several-servers on one machine: the same files, with other ports. */

type Name = 'one' | 'two'

export interface Site {
  ports: Record<'http' | 'one' | 'two' | 'database' | 'pooler' | 'db1' | 'db2' | 'db3', number>
  /** HAProxy's address, and the servers' own. */
  people: string
  one: string
  two: string
  s3: S3Settings
  provider: PlainProvider & { close: () => void }
  databases: [Postgres, Postgres, Postgres]
  killServer(name: Name): Promise<void>
  /** Stops it; returns its exit code. */
  stopServer(name: Name): Promise<number | null>
  startServer(name: Name): Promise<void>
  /** Promotes the best replica; returns the output. */
  promote(): string
}

const file = (name: string) => readFileSync(join(root, 'deploy/several-servers', name), 'utf8')

export async function startSite(): Promise<Site> {
  needs({
    'postgresql-15': ['/usr/lib/postgresql/15/bin/postgres', '/usr/bin/psql'],
    pgbouncer: ['/usr/sbin/pgbouncer'],
    haproxy: ['/usr/sbin/haproxy'],
    ...swiftPackages,
  })
  const ports = await freePorts('http', 'one', 'two', 'database', 'pooler', 'db1', 'db2', 'db3')
  startHaproxy(ports)
  const first = await startPrimary('postgres-1', ports.db1)
  await until('HAProxy finds the primary', () => knocks(ports.database))
  const databases: Site['databases'] = [
    first,
    await startReplica('postgres-2', ports.db2, ports.database),
    await startReplica('postgres-3', ports.db3, ports.database),
  ]
  await until('a replica acknowledges', () => {
    const states = first.ask("select count(*) from pg_stat_replication where sync_state = 'quorum'")
    if (states !== '2') throw new Error(states)
  })
  startPooler(ports)
  const s3 = await startSwift()
  const provider = await startPlainProvider()
  const people = `http://127.0.0.1:${ports.http}`
  const common = {
    OAUTH_NAME: 'Course site',
    OAUTH_CLIENT_ID: provider.clientId,
    OAUTH_CLIENT_SECRET: provider.clientSecret,
    OAUTH_AUTHORIZE_URL: `${provider.origin}/oauth/authorize`,
    OAUTH_TOKEN_URL: `${provider.origin}/oauth/token`,
    OAUTH_PROFILE_URL: `${provider.origin}/profile`,
    OAUTH_FIELD_ID: 'data.student.id',
    OAUTH_FIELD_FIRST: 'data.student.firstname_en',
    OAUTH_FIELD_LAST: 'data.student.lastname_en',
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  }
  const servers: Record<Name, Program> = {
    one: startServer('one', ports, people, common),
    two: startServer('two', ports, people, common),
  }
  const ready = (name: Name) => until(`server ${name} is ready`, () => isReady(`http://127.0.0.1:${ports[name]}`), 120)
  await Promise.all([ready('one'), ready('two')])
  await until('HAProxy lets people in', () => isReady(people))
  return {
    ports,
    people,
    one: `http://127.0.0.1:${ports.one}`,
    two: `http://127.0.0.1:${ports.two}`,
    s3,
    provider,
    databases,
    killServer: (name) => servers[name].kill('SIGKILL'),
    async stopServer(name) {
      await servers[name].kill('SIGTERM')
      return servers[name].process.exitCode
    },
    async startServer(name) {
      servers[name] = startServer(name, ports, people, common)
      await ready(name)
    },
    promote() {
      const replica = ({ port }: Postgres) => `host=127.0.0.1 port=${port} dbname=postgres user=failover`
      return run(script('promote.sh'), databases.slice(1).map(replica), { PGPASSFILE: passfile() })
    },
  }
}

/** A copy that the database's account may read, wherever this repository is. */
function script(name: string): string {
  const path = own(copy(name, file(name)))
  chmodSync(path, 0o700)
  return path
}

function copy(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text, { mode: 0o600 })
  return own(path)
}

/** One HAProxy for people and one for the database, as on their machines. */
function startHaproxy(ports: Site['ports']): void {
  const at = (port: number) => `127.0.0.1:${port}`
  const kinds = {
    people: { HTTP_ADDRESS: at(ports.http), SERVER_1: at(ports.one), SERVER_2: at(ports.two) },
    database: {
      DATABASE_ADDRESS: at(ports.database),
      DATABASE_1: at(ports.db1),
      DATABASE_2: at(ports.db2),
      DATABASE_3: at(ports.db3),
    },
  }
  for (const [kind, addresses] of Object.entries(kinds)) {
    const name = `haproxy-${kind}.cfg`
    const env = { MAX_CONNECTIONS: '400', ...addresses }
    start(`haproxy-${kind}`, '/usr/sbin/haproxy', ['-db', '-f', copy(name, file(name))], { env })
  }
}

function startPooler(ports: Site['ports']): void {
  const users = copy('userlist.txt', `"raintree" "${passwords.raintree}"\n`)
  const text = file('pgbouncer.ini')
    .replace('port=5000', `port=${ports.database}`)
    .replace('listen_port = 6432', `listen_port = ${ports.pooler}`)
    .replace('/etc/pgbouncer/userlist.txt', users)
  start('pgbouncer', '/usr/sbin/pgbouncer', [copy('pgbouncer.ini', text)])
}

function startServer(name: Name, ports: Site['ports'], people: string, common: Record<string, string>): Program {
  const database = (port: number) =>
    `postgres://raintree:${encodeURIComponent(passwords.raintree)}@127.0.0.1:${port}/raintree`
  return start(`server-${name}`, process.execPath, ['server/main.ts'], {
    asMe: true,
    env: {
      PORT: String(ports[name]),
      DATA_DIR: join(folder, `server-${name}`),
      PUBLIC_URL: people,
      TRUST_PROXY: 'true',
      WORKERS: '1',
      DRAIN_SECONDS: '2',
      DATABASE_URL: database(ports.pooler),
      DATABASE_DIRECT_URL: database(ports.database),
      ...common,
    },
  })
}

async function isReady(origin: string): Promise<void> {
  const { status } = await fetch(`${origin}/readyz`)
  if (status !== 200) throw new Error(`${origin}/readyz answers ${status}`)
}

/** Whether PostgreSQL can be reached there. */
async function knocks(port: number): Promise<void> {
  run('/usr/lib/postgresql/15/bin/pg_isready', ['-h', '127.0.0.1', '-p', String(port)])
}
