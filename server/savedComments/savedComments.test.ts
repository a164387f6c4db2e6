import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { savedCommentsMost } from '../../contract/staff/savedComments.ts'
import { newId } from '../ids.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { enrol, makeCourse, type Thing } from '../testing/world.ts'

const server = await useServer()
const { db } = server
const { list, save, remove } = contract.savedComments

let course: Thing
let other: Thing
let mali: SignedIn
let arthit: SignedIn

beforeEach(async () => {
  server.clock.reset()
  ;[course, other] = [await makeCourse(db), await makeCourse(db)]
  ;[mali, arthit] = [await server.person(), await server.person()]
  for (const at of [course, other]) await enrol(db, at, mali, 'assistant')
  await enrol(db, course, arthit, 'instructor')
})

const texts = async (person: SignedIn, at = course) =>
  (await person.call(list, { params: { course_id: at.id } })).map(({ text }) => text)
async function keep(text: string, at = course) {
  server.clock.pass({ seconds: 1 })
  return mali.call(save, { params: { course_id: at.id }, body: { text } })
}

describe('the comments that a grader keeps', () => {
  test('are theirs in all courses that they grade, and nobody else’s', async () => {
    await keep('Show your work.')
    await keep('Well argued.', other)
    expect(await texts(mali)).toEqual(['Well argued.', 'Show your work.'])
    expect(await texts(mali, other)).toEqual(['Well argued.', 'Show your work.'])
    expect(await texts(arthit)).toEqual([])
  })

  test('are each kept once, the one used last first', async () => {
    const first = await keep('Show your work.')
    await keep('Well argued.')
    expect((await keep('  Show your work. '))._id).toBe(first._id)
    expect(await texts(mali)).toEqual(['Show your work.', 'Well argued.'])
  })

  test('go one by one, and not by another’s hand', async () => {
    const { _id } = await keep('Show your work.')
    const params = { course_id: course.id, comment_id: _id }
    expect(await arthit.refused(remove, { params })).toMatchObject({ status: 404 })
    await mali.call(remove, { params })
    expect(await texts(mali)).toEqual([])
    expect(await mali.refused(remove, { params })).toMatchObject({ status: 404 })
  })

  test('give way to a new one, the one used longest ago first, where they are too many', async () => {
    const at = (n: number) => new Date(server.clock.now().getTime() - 1_000_000 + n)
    await db
      .insertInto('saved_comments')
      .values(
        Array.from({ length: savedCommentsMost }, (_, n) => ({
          ...{ person_id: mali.id, id: newId(), text: `Comment ${n}`, used_at: at(n) },
        })),
      )
      .execute()
    await keep('One more')
    const all = await texts(mali)
    expect([all.length, all[0], all.includes('Comment 0'), all.includes('Comment 1')]).toEqual([
      ...[savedCommentsMost, 'One more', false, true],
    ])
  })
})
