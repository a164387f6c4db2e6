import type { Role } from '../contract/users.ts'
import { enrol, makeCourse, type Thing } from '../server/testing/world.ts'
import { test as base } from './fixtures.ts'

interface Fixtures {
  /** A new, empty course that no other test knows, with these people of the demo school, by what stands before the @. */
  ownCourse: (people: Record<string, { role?: Role; section?: string }>) => Promise<Thing>
}

export const test = base.extend<Fixtures>({
  ownCourse: async ({ db }, use) => {
    await use(async (people) => {
      // Other processes of these tests make courses too.
      const code = `6${String(Math.random()).slice(2, 8)}`
      const course = await makeCourse(db, { code, academic_year: 2016 })
      for (const [who, { role = 'student', ...rest }] of Object.entries(people)) {
        const email = `${who}@demo.raintree.test`
        const person = await db.selectFrom('people').select('id').where('email', '=', email).executeTakeFirstOrThrow()
        await enrol(db, course, person, role, rest)
      }
      return course
    })
  },
})
