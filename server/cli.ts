/* `npm run raintree -- <command>`: what an operator does beside the running server, or while it is stopped. */
import { parseArgs } from 'node:util'
import type { Kysely } from 'kysely'
import { readConfig } from './config.ts'
import { findByNumber, inviteInstructor } from './courses/invite.ts'
import { type Connection, openDatabase } from './db/database.ts'
import { attachEmbedded, isMade } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import type { DB } from './db/schema.ts'
import { openStore, type Store } from './db/store.ts'
import { wordsOf } from './process/startErrors.ts'

const help = `Usage: npm run raintree -- <command>

  invite-instructor --course <number>   makes a code and a password with which a person registers as an instructor
      --year <year>                       of this academic year (Gregorian)
      --semester <1-3>                    of this semester
      --section <section>                 of this section
      --days <1-365>                      how long it is good; 30 unless given
      --uses <1-1000>                     for how many people it is good; 1 unless given

  help                                  this text

The settings are those of the server: DATA_DIR, or DATABASE_URL. It may be running or stopped.`

/** What the operator typed is not right. */
class UsageError extends Error {}
/** It is right, and cannot be done. */
class CannotError extends Error {}

async function main([command, ...args]: string[]): Promise<void> {
  if (command === 'invite-instructor') return invite(args)
  if (command === undefined || command === 'help' || command === '--help' || command === '-h') return console.log(help)
  throw new UsageError(`There is no command "${command}".`)
}

async function invite(args: string[]): Promise<void> {
  const text = { type: 'string' } as const
  const options = { course: text, year: text, semester: text, section: text, days: text, uses: text } as const
  const { values } = parseArgs({ args, options, strict: true, allowPositionals: false })
  const number = (name: 'year' | 'semester' | 'days' | 'uses', least: number, most: number) => {
    const value = values[name] === undefined ? undefined : Number(values[name])
    if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return value
    throw new UsageError(`--${name} must be a whole number from ${least} to ${most}.`)
  }
  if (!values.course) throw new UsageError('Name the course: --course <number>.')
  const named = {
    code: values.course,
    year: number('year', 1900, 2200),
    semester: number('semester', 1, 3),
    section: values.section,
  }
  const narrowed = [named.year, named.semester, named.section].some((given) => given !== undefined)
  const days = number('days', 1, 365) ?? 30
  const uses = number('uses', 1, 1000) ?? 1

  await withDatabase(async (db) => {
    const courses = await findByNumber(db, named)
    const [course] = courses
    if (!course)
      throw new CannotError(`There is no course ${named.code}${narrowed ? ' of that year, semester and section' : ''}.`)
    if (courses.length > 1) {
      const lines = courses.map((c) => `  ${placeOf(c)}  ${c.name}`)
      throw new CannotError(`There are several courses ${named.code}. Say which one:\n${lines.join('\n')}`)
    }
    const expires = new Date(Date.now() + days * 86_400_000)
    const { code, password } = await inviteInstructor(db, { courseId: course.id, expires, uses })
    console.log(`An invitation to teach ${course.code} ${course.name} (${placeOf(course)})

  Instructor code  ${code}
  Password         ${password}

It is good for ${uses === 1 ? 'one person' : `${uses} people`} until ${expires.toISOString().slice(0, 16).replace('T', ' ')} UTC, on the Join screen under Instructor.
The password is not kept and cannot be shown again.`)
  })
}

const placeOf = (c: { academic_year: number; semester: number; section: string }) =>
  `--year ${c.academic_year} --semester ${c.semester}${c.section ? ` --section ${c.section}` : ''}`

/** Works on the database of the settings: the one that serves now, or the embedded one, started for the while. */
async function withDatabase(work: (db: Kysely<DB>) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  const running = config.databaseUrl ? undefined : await attachEmbedded(config.dataDir)
  if (running) return on(running, work)
  if (!config.databaseUrl && !isMade(config.dataDir)) {
    throw new CannotError(`There is no Raintree in ${config.dataDir} yet. Start the server once, or set DATA_DIR.`)
  }
  const store: Store = await openStore(config, { maxConnections: 10 })
  try {
    // The other database is its server's to bring up to date.
    if (!config.databaseUrl) await migrate(store.direct)
    await on(store.direct, work)
  } finally {
    await store.stop()
  }
}

async function on(connection: Connection, work: (db: Kysely<DB>) => Promise<void>): Promise<void> {
  // DATABASE_URL may be a pooler's, which refuses settings of a session; one command does without.
  const db = openDatabase(connection, { connections: 1, prepare: false, pooled: true })
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const { code, message } = error as NodeJS.ErrnoException
  if (error instanceof UsageError || code?.startsWith('ERR_PARSE_ARGS')) {
    console.error(`${message}\n\n${help}`)
    process.exitCode = 2
    return
  }
  console.error(error instanceof CannotError ? message : wordsOf(error))
  process.exitCode = 1
})
