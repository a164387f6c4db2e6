import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Connection } from '../db/database.ts'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated, empty database from which every test file's own is copied. */
    template: Connection & { database: string }
    /** The connection that makes and drops databases. */
    superuser: Connection
  }
}

/** Starts the one PostgreSQL of a run of the tests and stops it at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'raintree-tests-'))
  const embedded = await startEmbedded(folder, { maxConnections: 150, durable: false })
  // An interrupted run never reaches its teardown.
  const abandon = () => stopAtOnce(folder)
  process.once('exit', abandon)

  await migrate(embedded.connection)
  project.provide('template', { database: 'raintree', ...embedded.connection })
  project.provide('superuser', embedded.superuser)

  return async () => {
    await embedded.stop()
    process.removeListener('exit', abandon)
    await rm(folder, { recursive: true, force: true })
  }
}

function stopAtOnce(folder: string): void {
  try {
    const [pid] = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 'SIGQUIT')
  } catch {} // it is gone already
}
