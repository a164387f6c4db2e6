import { expect, test } from 'vitest'
import { people } from '../../contract/staff/people.ts'
import { addressOf } from '../testing/client.ts'
import { ahead, start } from '../testing/clock.ts'
import { useServer } from '../testing/server.ts'
import { enrol, makeAssignment, makeCourse, submit } from '../testing/world.ts'

const server = await useServer()
const { db } = server

test('the page of a student says which assignments they cannot see yet, and they cannot open it', async () => {
  const course = await makeCourse(db)
  const [arthit, ploy] = [await server.person(), await server.person({ first: 'Ploy' })]
  await enrol(db, course, arthit, 'instructor')
  await enrol(db, course, ploy)
  const out = await makeAssignment(db, course, { name: 'Out', due_at: ahead({ days: 1 }) })
  await submit(db, course, out, ploy)
  await makeAssignment(db, course, { name: 'Later', due_at: ahead({ days: 2 }), publish_at: ahead({ days: 1 }) })
  await makeAssignment(db, course, { name: 'Draft', due_at: ahead({ days: 3 }), publish_at: null })
  const params = { course_id: course.id, person_id: ploy.id }
  const { assignments } = await arthit.call(people.one, { params })
  expect(assignments.map((one) => [one.assignment_name, one.publish_at, one.submitted !== null])).toEqual([
    ['Out', start.toISOString(), true],
    ['Later', ahead({ days: 1 }).toISOString(), false],
    ['Draft', null, false],
  ])
  expect((await ploy.raw('GET', addressOf(people.one, params))).statusCode).toBe(403)
})
