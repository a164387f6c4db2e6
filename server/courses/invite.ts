import { randomInt } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { hashPassword } from './passwords.ts'

/** Letters and digits that nobody takes for others, read aloud or from paper. */
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

/** A new code and password, of about 59 and 78 bits, that make a person an instructor; the password is kept as a hash only. */
export async function inviteInstructor(db: Kysely<DB>, { courseId, expires, uses }: Invitation) {
  const [code, password] = [randomWords(3), randomWords(4)]
  await db
    .insertInto('instructor_invitations')
    .values({
      code,
      course_id: courseId,
      password_hash: await hashPassword(password),
      expires_at: expires,
      uses_left: uses,
    })
    .execute()
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

/** The courses of a number, in either case, narrowed down by what else is given; the newest first, at most 20. */
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
