import { beforeEach, describe, expect, test } from 'vitest'
import { announcementsPage } from '../../contract/announcements.ts'
import { contract } from '../../contract/index.ts'
import { newId } from '../ids.ts'
import { ago, ahead, start } from '../testing/clock.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { enrol, leaveCourse, makeAnnouncement, makeCourse, makePerson, type Thing } from '../testing/world.ts'

const server = await useServer()
const { db } = server
const { list, one } = contract.announcements

let course: Thing
let ploy: SignedIn

beforeEach(async () => {
  server.clock.reset()
  course = await makeCourse(db)
  ploy = await server.person({ first: 'Ploy' })
  await enrol(db, course, ploy)
})

const titles = async (before?: string) =>
  (await ploy.call(list, { params: { course_id: course.id }, query: { ...(before && { before }) } })).map(
    (a) => a.announcement_title,
  )
const read = (announcement_id: string) => ({ params: { course_id: course.id, announcement_id } })
const notFound = { status: 404, code: 'not_found' }

describe('the announcements of a course', () => {
  test('are none at first', async () => {
    expect(await titles()).toEqual([])
  })

  test('are newest first, and of two at one moment the later made first', async () => {
    await makeAnnouncement(db, course, { title: 'second', publish_at: ago({ days: 2 }) })
    await makeAnnouncement(db, course, { title: 'third', publish_at: ago({ days: 3 }) })
    await makeAnnouncement(db, course, { title: 'third, later', publish_at: ago({ days: 3 }) })
    await makeAnnouncement(db, course, { title: 'first', publish_at: ago({ days: 1 }) })
    expect(await titles()).toEqual(['first', 'second', 'third, later', 'third'])
  })

  test('leave out what was removed and what is another course’s', async () => {
    const other = await makeCourse(db)
    await enrol(db, other, ploy)
    await makeAnnouncement(db, other, { title: 'elsewhere' })
    await makeAnnouncement(db, course, { title: 'removed', deleted_at: new Date() })
    await makeAnnouncement(db, course, { title: 'here' })
    expect(await titles()).toEqual(['here'])
  })
})

describe('older announcements', () => {
  test('follow the last one of a page, none twice and none left out, even at one moment', async () => {
    // Two announcements for each moment, so that a page ends between two of the same moment.
    const all: string[] = []
    for (let i = 0; i < announcementsPage * 2 + 3; i++) {
      const title = String(i)
      await makeAnnouncement(db, course, { title, publish_at: ago({ minutes: 1000 - Math.floor((i + 1) / 2) }) })
      all.unshift(title)
    }
    const pages: string[][] = []
    let before: string | undefined
    for (let page = 0; page < 4; page++) {
      const rows = await ploy.call(list, { params: { course_id: course.id }, query: { ...(before && { before }) } })
      pages.push(rows.map((a) => a.announcement_title))
      before = rows.at(-1)?._id ?? before
    }
    expect(pages.map((p) => p.length)).toEqual([announcementsPage, announcementsPage, 3, 0])
    expect(pages.flat()).toEqual(all)
  })

  test('follow one that was removed meanwhile', async () => {
    await makeAnnouncement(db, course, { title: 'older', publish_at: ago({ days: 2 }) })
    const { id } = await makeAnnouncement(db, course, {
      title: 'removed',
      publish_at: ago({ days: 1 }),
      deleted_at: new Date(),
    })
    expect(await titles(id)).toEqual(['older'])
  })

  test('than one of another course are none', async () => {
    await makeAnnouncement(db, course, { publish_at: ago({ days: 2 }) })
    const other = await makeCourse(db)
    const { id } = await makeAnnouncement(db, other, { publish_at: start })
    expect(await titles(id)).toEqual([])
    expect(await titles(newId())).toEqual([])
  })
})

describe('one announcement', () => {
  test('is given with its Markdown as it was written, and names who posted it', async () => {
    const content = '# วันแรก\n\n<script>alert(1)</script> [x](javascript:alert(1))'
    const arthit = await makePerson(db, { first: 'Arthit', last: 'Suksawat', img: '/arthit.webp' })
    await enrol(db, course, arthit, 'instructor')
    const fields = { title: 'First day', content, publish_at: ago({ hours: 3 }), author_id: arthit.id }
    const { id } = await makeAnnouncement(db, course, fields)
    expect(await ploy.call(one, read(id))).toEqual({
      _id: id,
      announcement_title: 'First day',
      announcement_content: content,
      announcement_datetime: ago({ hours: 3 }).toISOString(),
      announcement_author: {
        _id: arthit.id,
        first: 'Arthit',
        last: 'Suksawat',
        img: '/arthit.webp',
        role: 'instructor',
      },
    })
  })

  test('names one who has left the course without a role, one who is on it by the new name, and no removed account', async () => {
    const mali = await makePerson(db, { first: 'Mali', last: 'Jaidee' })
    await enrol(db, course, mali, 'assistant')
    await enrol(db, await makeCourse(db), mali, 'instructor')
    await makeAnnouncement(db, course, { author_id: mali.id })
    const authors = async () =>
      (await ploy.call(list, { params: { course_id: course.id } })).map((a) => a.announcement_author)
    const about = { _id: mali.id, first: 'Mali', last: 'Jaidee' }
    expect(await authors()).toEqual([{ ...about, role: 'assistant' }])
    await db.updateTable('people').set({ first: 'Malee' }).where('id', '=', mali.id).execute()
    expect(await authors()).toEqual([{ ...about, first: 'Malee', role: 'assistant' }])
    await leaveCourse(db, mali, course)
    expect(await authors()).toEqual([{ ...about, first: 'Malee' }])
    await db.updateTable('people').set({ removed_at: new Date() }).where('id', '=', mali.id).execute()
    server.clock.pass({ minutes: 1 })
    expect(await authors()).toEqual([null])
  })

  test('that was removed, or never was, is not found', async () => {
    const { id } = await makeAnnouncement(db, course, { deleted_at: new Date() })
    expect(await ploy.refused(one, read(id))).toEqual(notFound)
    expect(await ploy.refused(one, read(newId()))).toEqual(notFound)
  })

  test('of another course is not found under this one, even by a member of both', async () => {
    const other = await makeCourse(db)
    await enrol(db, other, ploy)
    const { id } = await makeAnnouncement(db, other)
    expect(await ploy.refused(one, read(id))).toEqual(notFound)
    expect(await ploy.call(one, { params: { course_id: other.id, announcement_id: id } })).toMatchObject({ _id: id })
  })

  test('is not found by somebody who is not on the course', async () => {
    const { id } = await makeAnnouncement(db, course)
    const nat = await server.person({ first: 'Nat' })
    expect(await nat.refused(one, read(id))).toEqual(notFound)
  })
})

test('a list and one of it take two statements each: access and what was asked', async () => {
  const { id } = await makeAnnouncement(db, course)
  await ploy.call(contract.users.me)
  expect(await server.statementsOf(() => titles())).toHaveLength(2)
  expect(await server.statementsOf(() => titles(id))).toHaveLength(2)
  expect(await server.statementsOf(() => ploy.call(one, read(id)))).toHaveLength(2)
})

test('the titles are those of what the person may read: all for staff, of students what is out and for their section', async () => {
  const mali = await server.person({ first: 'Mali' })
  const nat = await server.person({ first: 'Nat' })
  await enrol(db, course, mali, 'assistant')
  await enrol(db, course, nat, 'student', { section: '2' })
  await makeAnnouncement(db, course, { title: 'To all', publish_at: ago({ days: 2 }) })
  await makeAnnouncement(db, course, { title: 'To section 2', section: '2', publish_at: ago({ days: 1 }) })
  await makeAnnouncement(db, course, { title: 'Later', publish_at: ahead({ days: 10_000 }) })
  await makeAnnouncement(db, course, { title: 'Draft', publish_at: null })
  await makeAnnouncement(db, course, { title: 'Gone', deleted_at: new Date() })
  const seen = async (person: SignedIn) =>
    (await person.call(contract.announcements.titles, { params: { course_id: course.id } })).map(
      (a) => a.announcement_title,
    )
  expect(await seen(mali)).toEqual(['Draft', 'Later', 'To section 2', 'To all'])
  expect([await seen(nat), await seen(ploy)]).toEqual([['To section 2', 'To all'], ['To all']])
})
