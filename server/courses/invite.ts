import { randomInt } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { seed } from '../changes/change.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { newId } from '../ids.ts'
import { hashPassword } from './passwords.ts'

/** Letters and digits that people do not confuse, read aloud or from paper. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** `ABCD-EFGH-JKMN`: about 4.9 bits a letter. */
function randomWords(words: number): string {
  const word = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: words }, word).join('-')
}

interface Invitation {
  courseId: string
  expires: Date
  uses: number
}

/** A new code and password, of about 59 and 78 bits, with the password's hash. */
export async function newInvitation() {
  const [code, password] = [randomWords(3), randomWords(4)]
  return { code, password, hash: await hashPassword(password) }
}

interface Added extends Invitation {
  id: string
  code: string
  hash: string
  role: 'assistant' | 'instructor'
  createdBy: string | null
  now: Date
}

/** In the transaction of a change. */
export const addInvitation = (trx: Db, added: Added) =>
  trx
    .insertInto('instructor_invitations')
    .values({
      ...{ id: added.id, code: added.code, course_id: added.courseId, password_hash: added.hash, role: added.role },
      ...{ expires_at: added.expires, uses_left: added.uses, created_by: added.createdBy, created_at: added.now },
    })
    .execute()

/** Makes an invitation for instructors from the command line. */
export async function inviteInstructor(db: Kysely<DB>, invitation: Invitation) {
  const { code, password, hash } = await newInvitation()
  const made = { id: newId(), code, hash, role: 'instructor' as const, createdBy: null, now: new Date() }
  await seed(db, (trx) => addInvitation(trx, { ...invitation, ...made }))
  return { code, password }
}

interface Named {
  code: string
  year?: number
  semester?: number
  section?: string
}

interface NamedCourse {
  id: string
  code: string
  name: string
  section: string
  academic_year: number
  semester: number
}

/** The courses with a number, in capitals or not, narrowed down by the other values; the newest first, at most 20. */
export const findByNumber = async (
  db: Kysely<DB>,
  { code, year, semester, section }: Named,
): Promise<NamedCourse[]> => {
  const { rows } = await sql<NamedCourse>`
    select id, code, name, section, academic_year, semester from courses
    where lower(code) = lower(${code}) and academic_year = coalesce(${year ?? null}::int, academic_year)
      and semester = coalesce(${semester ?? null}::int, semester) and section = coalesce(${section ?? null}, section)
    order by academic_year desc, semester desc, section, id limit 20`.execute(db)
  return rows
}
