import { type Kysely, sql } from 'kysely'
import type { Role } from '../server/access/rules.ts'
import { seed } from '../server/changes/change.ts'
import type { DB } from '../server/db/schema.ts'
import { newId } from '../server/ids.ts'
import { enrol, enterGroup, makePerson, type Thing } from '../server/testing/world.ts'

/*
 * A course with people whom no other test knows. No other test reads what a test writes there, so tests may run in any
 * order, at the same time and repeatedly.
 */

/** A person who is on one course alone. */
export interface OwnPerson extends Thing {
  course: Thing
}

export interface OwnCourse extends Thing {
  /** A student. A test that reads the name gives all of it. */
  student(first?: string, last?: string, section?: string): Promise<OwnPerson>
  staff(role: Exclude<Role, 'student'>, first?: string, last?: string): Promise<OwnPerson>
  /** A group in the grouping of that name. */
  group(grouping: string, name: string, members: OwnPerson[]): Promise<void>
}

/**
 * The tables of the demo course that a copy has, each after those it refers to. Ids are unique
 * within a course only, so the copy has the same.
 */
const COPIED = ['groupings', 'assignments', 'question_sets', 'questions', 'file_slots', 'topics']

/** A course with the work, the groupings and the topics of the demo course, and nothing else. */
export async function makeOwnCourse(db: Kysely<DB>): Promise<OwnCourse> {
  const id = newId()
  const demo = await db.selectFrom('courses').select('id').where('code', '=', '2110101').executeTakeFirstOrThrow()
  const copy = (trx: Kysely<DB>, table: string, key: string, changes: object) =>
    sql`insert into ${sql.table(table)}
      select (jsonb_populate_record(t, ${JSON.stringify(changes)}::jsonb)).* from ${sql.table(table)} t
      where ${sql.ref(key)} = ${demo.id}`.execute(trx)
  await seed(db, async (trx) => {
    await copy(trx, 'courses', 'id', { id, code: `own ${id.slice(-12)}` })
    for (const table of COPIED) await copy(trx, table, 'course_id', { course_id: id })
  })
  const course = { id }
  const join = async (role: Role, first?: string, last?: string, section = ''): Promise<OwnPerson> => {
    const person = await makePerson(db, { ...(first && { first }), ...(last && { last }) })
    await enrol(db, course, person, role, { section })
    return { ...person, course }
  }
  return {
    id,
    student: (first, last, section) => join('student', first, last, section),
    staff: join,
    async group(grouping, name, members) {
      const within = db.selectFrom('groupings').select('id').where('course_id', '=', id).where('name', '=', grouping)
      const { id: grouping_id } = await within.executeTakeFirstOrThrow()
      const group = { id: newId(), grouping_id }
      await db
        .insertInto('groups')
        .values({ course_id: id, name, ...group })
        .execute()
      for (const person of members) await enterGroup(db, course, group, person)
    },
  }
}
