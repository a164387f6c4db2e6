import { expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { contract } from '../../contract/index.ts'
import { newId } from '../ids.ts'
import { addressOf } from '../testing/client.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { enrol, makeAssignment, makeCourse, setPlace } from '../testing/world.ts'
import { makeQuestion, worksheetOf } from './testing.ts'

/* Before feedback is shown only staff of the course get the right options, by any call. */

const server = await useServer()
const { db } = server
await server.listen()
const course = await makeCourse(db)
const essay = await makeAssignment(db, course, { attempts_allowed: 0 })
const question = await makeQuestion(db, course, essay, ['yes', 'no'])

const inCourse = async (role: Parameters<typeof enrol>[3], at = course) => {
  const person = await server.person()
  await enrol(db, at, person, role)
  return person
}
const ploy = await inCourse('student')
const mali = await inCourse('assistant')
const arthit = await inCourse('instructor')
const elsewhere = await inCourse('instructor', await makeCourse(db))
const admin = await server.person({ admin: true })
const { _id: submission_id } = await worksheetOf(ploy, course, essay).submit({ [`item-${question.id}`]: '0' })

const known: Record<string, string> = { course_id: course.id, asgn_id: essay.id, submission_id }
const gets = Object.entries(contract).flatMap(([noun, calls]) =>
  Object.entries(calls as Record<string, Endpoint>).flatMap(([name, call]) => {
    const isRead = call.method === 'GET' && call.reply && call.path.startsWith('/api/courses/')
    return isRead ? [{ title: `${noun}.${name}`, call }] : []
  }),
)

const ask = async (person: SignedIn, call: Endpoint) => {
  const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
  const params = Object.fromEntries(names.map((name) => [name, known[name] ?? newId()]))
  const search = call.query && call.path.endsWith('/find') ? '?search=2110' : ''
  return person.raw('GET', addressOf(call, params) + search)
}

test.each(gets)('$title never tells a student, nor somebody from elsewhere', async ({ call }) => {
  for (const person of [ploy, elsewhere, admin]) expect((await ask(person, call)).body).not.toContain('"correct"')
})

test.each([
  ['an assistant', mali],
  ['an instructor', arthit],
])('%s is told with the assignment, by both of its addresses', async (_, person) => {
  for (const call of [contract.assignments.one, contract.assignments.my]) {
    const { assignment_questionset } = await person.call(call, {
      params: { course_id: course.id, asgn_id: essay.id },
    })
    expect(assignment_questionset[0]?.options).toEqual([
      { _id: 'a', text: 'yes', correct: true },
      { _id: 'b', text: 'no', correct: false },
    ])
  }
})

test('who is made an assistant is told, and who is a student again is not', async () => {
  const nat = await inCourse('student')
  const become = (role: 'student' | 'assistant') => setPlace(db, nat, { role })
  const isTold = async () => (await ask(nat, contract.assignments.my)).body.includes('"correct"')
  expect(await isTold()).toBe(false)
  await become('assistant')
  expect(await isTold()).toBe(true)
  await become('student')
  expect(await isTold()).toBe(false)
})

test('staff, who type nothing, have an empty draft, and cannot keep one', async () => {
  const params = { course_id: course.id, asgn_id: essay.id }
  for (const person of [mali, arthit]) {
    expect((await person.call(contract.assignments.draft, { params })).fields).toEqual({})
    const body = { saves: [{ id: newId(), fields: { textbox: { value: 'x', at: 1 } } }] }
    expect(await person.refused(contract.assignments.saveDraft, { params, body })).toMatchObject({ status: 403 })
  }
})
