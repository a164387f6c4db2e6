/** Writes server/db/schema.ts from a freshly migrated database. `--check` only compares, for `npm run check`. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../server/db/embedded.ts'
import { migrate } from '../server/db/migrate.ts'

const target = join(import.meta.dirname, '../server/db/schema.ts')
const scratch = mkdtempSync(join(tmpdir(), 'raintree-types-'))
const embedded = await startEmbedded(scratch, { maxConnections: 10, durable: false })
try {
  await migrate(embedded.connection)
  const { host, user, password, database } = embedded.connection
  const url = `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`
  const out = join(scratch, 'schema.ts')
  execFileSync(
    join(import.meta.dirname, '../node_modules/.bin/kysely-codegen'),
    [
      '--dialect',
      'postgres',
      '--url',
      url,
      '--out-file',
      out,
      '--numeric-parser',
      'number',
      '--type-only-imports',
      '--type-mapping',
      '{"int8":"number"}',
      '--exclude-pattern',
      '{kysely_*,pgboss.*}',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const made = execFileSync(
    join(import.meta.dirname, '../node_modules/.bin/biome'),
    ['format', `--stdin-file-path=${target}`],
    {
      input: readFileSync(out),
      encoding: 'utf8',
    },
  )
  if (process.argv.includes('--check')) {
    if (made !== readFileSync(target, 'utf8')) {
      console.error('server/db/schema.ts is not what the migrations make: run `npm run db:types`.')
      process.exitCode = 1
    }
  } else {
    writeFileSync(target, made)
  }
} finally {
  await embedded.stop()
  rmSync(scratch, { recursive: true, force: true })
}
