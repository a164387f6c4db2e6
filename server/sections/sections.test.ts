import { expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { useServer } from '../testing/server.ts'
import { enrol, makeAssignment, makeCourse, makePerson } from '../testing/world.ts'

const server = await useServer()
const { db } = server

test('staff read the sections that students are in, in order, with how many are in each, and of no other course', async () => {
  const course = await makeCourse(db)
  const arthit = await server.person()
  const ploy = await server.person()
  await enrol(db, course, arthit, 'instructor', { section: '9' })
  await enrol(db, course, ploy, 'student', { section: '2' })
  for (const section of ['2', '10', '1', '']) await enrol(db, course, await makePerson(db), 'student', { section })
  const other = await makeCourse(db)
  await enrol(db, other, ploy, 'student', { section: '3' })
  const input = { params: { course_id: course.id } }
  expect(await arthit.call(contract.sections.list, input)).toEqual([
    { section: '1', students: 1 },
    { section: '2', students: 2 },
    { section: '10', students: 1 },
  ])
  expect((await ploy.refused(contract.sections.list, input)).status).toBe(403)
})

test('a section of people who have never signed in is one for which staff announce and give more time', async () => {
  const course = await makeCourse(db)
  const arthit = await server.person()
  const ploy = await server.person()
  await enrol(db, course, arthit, 'instructor')
  await enrol(db, course, ploy, 'student', { section: '2' })
  const input = { params: { course_id: course.id } }
  for (const [name, section, role] of [
    ['nida', '2', 'student'],
    ['wirun', '1', 'student'],
    ['mali', '7', 'assistant'],
  ] as const) {
    const body = { email: `${name}-${course.id}@example.org`, section, role }
    await arthit.call(contract.roster.add, { ...input, body })
  }
  expect(await arthit.call(contract.sections.list, input)).toEqual([
    { section: '1', students: 1 },
    { section: '2', students: 2 },
  ])
  const asgn_id = (await makeAssignment(db, course)).id
  const body = [{ sections: ['1'], attempts: 1 }]
  const params = { ...input.params, asgn_id }
  expect((await arthit.call(contract.exceptions.put, { params, body })).items).toMatchObject([{ section: '1' }])
})
