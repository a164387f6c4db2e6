/* `npm run raintree -- <command>`: commands for the operator, beside the running server or while it is stopped. */
import { parseArgs } from 'node:util'
import type { Kysely } from 'kysely'
import { semesterOf } from '../contract/semester.ts'
import { NewCourse } from '../contract/staff/courses.ts'
import { emailPattern } from '../contract/staff/roster.ts'
import { readConfig } from './config.ts'
import { appoint } from './courses/admin.ts'
import { createCourse, instructorsOf } from './courses/create.ts'
import { findByNumber, inviteInstructor } from './courses/invite.ts'
import { type Connection, openDatabase } from './db/database.ts'
import { attachEmbedded, isMade } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import type { DB } from './db/schema.ts'
import { openStore, type Store } from './db/store.ts'
import { Refusal } from './errors.ts'
import { newId } from './ids.ts'
import { wordsOf } from './process/startErrors.ts'
import { trustedIssuer } from './roster/trusted.ts'

const help = `Usage: npm run raintree -- <command>

  create-course --number <number> --name <name> --instructor <email>
                                        makes a course, which nobody can join yet; several --instructor name several
      --year <year>                       of this academic year (Gregorian); the present one unless given
      --semester <1-3>                    of this semester; the present one unless given
      --section <section>                 of this section

  appoint --email <email>               lets a person make courses
      --revoke                            or no longer

  invite-instructor --course <number>   makes a code and a password with which a person registers as an instructor
      --year <year>                       of this academic year (Gregorian)
      --semester <1-3>                    of this semester
      --section <section>                 of this section
      --days <1-365>                      how long it is good; 30 unless given
      --uses <1-1000>                     for how many people it is good; 1 unless given

  help                                  this text

The settings are those of the server: DATA_DIR, or DATABASE_URL. It may be running or stopped.`

/** The operator typed a wrong command. */
class UsageError extends Error {}
/** The command is right but cannot be done. */
class CannotError extends Error {}

async function main([command, ...args]: string[]): Promise<void> {
  if (command === 'invite-instructor') return invite(args)
  if (command === 'create-course') return create(args)
  if (command === 'appoint') return appointPerson(args)
  if (command === undefined || command === 'help' || command === '--help' || command === '-h') return console.log(help)
  throw new UsageError(`There is no command "${command}".`)
}

const text = { type: 'string' } as const

/** A whole number that was typed, if it was. */
function numberOf(name: string, typed: string | undefined, least: number, most: number): number | undefined {
  const value = typed === undefined ? undefined : Number(typed)
  if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return value
  throw new UsageError(`--${name} must be a whole number from ${least} to ${most}.`)
}

async function create(args: string[]): Promise<void> {
  const instructor = { type: 'string', multiple: true } as const
  const options = { number: text, name: text, instructor, year: text, semester: text, section: text } as const
  const { values } = parseArgs({ args, options, strict: true, allowPositionals: false })
  const { number: code, name, instructor: emails = [], section = '' } = values
  if (!code?.trim()) throw new UsageError('Say its number: --number <number>.')
  if (!name?.trim()) throw new UsageError('Say its name: --name <name>.')
  if (emails.length === 0) throw new UsageError('Name an instructor: --instructor <email>.')
  const wrong = emails.find((email) => !emailPattern.test(email))
  if (wrong !== undefined) throw new UsageError(`${wrong} is not an email address.`)
  const now = new Date()
  const present = semesterOf(now)
  const year = numberOf('year', values.year, 1900, 2200) ?? present.year
  const semester = numberOf('semester', values.semester, 1, 3) ?? present.semester
  const fields = { course_code: code, course_name: name, course_section: section }
  const asked = { ...fields, course_academic_year: String(year), course_semester: String(semester) }
  const parsed = NewCourse.safeParse(asked)
  if (!parsed.success) throw new UsageError('The number, the name or the section is too long.')
  await withDatabase(async (db) => {
    try {
      const named = await instructorsOf(db, emails, trustedIssuer(readConfig(process.env)))
      await createCourse(db, { id: newId(), course: parsed.data, ...named, now })
      for (const email of named.awaited) console.log(`${email} is its instructor as soon as they sign in.`)
    } catch (error) {
      if (!(error instanceof Refusal) || !error.fields) throw error
      throw new CannotError(Object.values(error.fields).map(sentence).join('\n'))
    }
    console.log(`${code} ${name} (--year ${year} --semester ${semester}) is there for ${emails.join(', ')}.`)
  })
}

const sentence = (words: string) => `It ${words}.`

async function appointPerson(args: string[]): Promise<void> {
  const options = { email: text, revoke: { type: 'boolean' } } as const
  const { values } = parseArgs({ args, options, strict: true, allowPositionals: false })
  const { email, revoke = false } = values
  if (!email) throw new UsageError('Name the person: --email <email>.')
  await withDatabase(async (db) => {
    if (!(await appoint(db, email, !revoke)))
      throw new CannotError(`Nobody with the address ${email} has signed in yet.`)
    console.log(`${email} may ${revoke ? 'no longer make' : 'make'} courses.`)
  })
}

async function invite(args: string[]): Promise<void> {
  const options = { course: text, year: text, semester: text, section: text, days: text, uses: text } as const
  const { values } = parseArgs({ args, options, strict: true, allowPositionals: false })
  const number = (name: 'year' | 'semester' | 'days' | 'uses', least: number, most: number) =>
    numberOf(name, values[name], least, most)
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

/** Works on the database of the settings: a running server's, or the embedded one, started for this command. */
async function withDatabase(work: (db: Kysely<DB>) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  const running = config.databaseUrl ? undefined : await attachEmbedded(config.dataDir)
  if (running) return on(running, work)
  if (!config.databaseUrl && !isMade(config.dataDir)) {
    throw new CannotError(`There is no Raintree in ${config.dataDir} yet. Start the server once, or set DATA_DIR.`)
  }
  const store: Store = await openStore(config, { maxConnections: 10 })
  try {
    // The server of another database migrates it itself.
    if (!config.databaseUrl) await migrate(store.direct)
    await on(store.direct, work)
  } finally {
    await store.stop()
  }
}

async function on(connection: Connection, work: (db: Kysely<DB>) => Promise<void>): Promise<void> {
  // DATABASE_URL may be a pooler's, which refuses settings of a session; one command does without them.
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
