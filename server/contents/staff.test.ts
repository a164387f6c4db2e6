import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ContentItem } from '../../contract/contents.ts'
import type { Body } from '../../contract/endpoint.ts'
import { contract } from '../../contract/index.ts'
import { contentsMost } from '../../contract/staff/contents.ts'
import { seed } from '../changes/change.ts'
import { newId } from '../ids.ts'
import { ahead, start } from '../testing/clock.ts'
import { openEvents } from '../testing/events.ts'
import { temporaryFolder } from '../testing/processes.ts'
import { publishDueNow } from '../testing/publishing.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { enrol, makeContent, makeCourse, setCourse, type Thing } from '../testing/world.ts'
import { sweepUploads } from '../uploads/queries.ts'
import { folderStorage } from '../uploads/storage.ts'
import { upload } from '../uploads/testing.ts'

const dataDir = await temporaryFolder()
const storage = folderStorage(join(dataDir, 'files'))
const server = await useServer({ DATA_DIR: dataDir })
const { db, nobody } = server
const { list, one, create, edit, remove, editMany, removeMany, order } = contract.contents
const { changes, courses, notifications } = contract

let course: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn

beforeEach(async () => {
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
})

const inCourse = () => ({ params: { course_id: course.id } })
const of = ({ _id }: { _id: string }) => ({ params: { course_id: course.id, content_id: _id } })
const at = (items: ContentItem[]) => items.map(({ _id, revision = 0 }) => ({ _id, revision }))
const now = () => server.clock.now().toISOString()
const hour = ahead({ hours: 1 }).toISOString()

type New = Exclude<Body<typeof create>, { items: unknown }>
const add = async (body: New, by = arthit) => (await by.call(create, { ...inCourse(), body })) as ContentItem
const addAll = async (items: New[]) =>
  ((await arthit.call(create, { ...inCourse(), body: { items } })) as { items: ContentItem[] }).items
const folder = (file_name: string, more: Partial<New> = {}) => add({ file_name, publish_at: now(), ...more })
const change = (it: ContentItem, body: Body<typeof edit>, by = arthit) =>
  by.call(edit, { ...of(it), body, revision: it.revision ?? 0 })
const put = (parent: ContentItem | null, items: ContentItem[], by = arthit) =>
  by.call(order, { ...inCourse(), body: { parent_id: parent?._id ?? null, items: items.map(({ _id }) => _id) } })
const history = async () => (await arthit.call(changes.list, inCourse())).items
const undoLast = async (by = arthit) => {
  const [last] = await history()
  return by.call(changes.undo, { params: { course_id: course.id, change_id: last?._id ?? '' } })
}
const refused = (status: number, code: string) => ({ status, code })

/** The names alone, folders as { name: [...] }. */
const names = (items: ContentItem[]): unknown[] =>
  items.map((item) => (item.children ? { [item.file_name]: names(item.children) } : item.file_name))
const read = async (person: SignedIn) => names(await person.call(list, inCourse()))
/** What a student gets. */
const told = async (person: SignedIn) => {
  const activity = await person.call(courses.activity, inCourse())
  const notified = await person.call(notifications.list)
  expect(notified.notifications.map((n) => n.message.message)).toEqual(activity.map((a) => a.title))
  return activity.map((a) => a.title)
}
const bytesOf = async ({ file_path = '' }: ContentItem) => (await nobody.raw('GET', file_path)).body

describe('a file or folder that staff make', () => {
  test('is a draft at first, of which a student sees nothing', async () => {
    const { location } = await upload(arthit, 'Hello', 'slides.txt')
    const draft = await add({ location, file_description: 'Week 1' })
    expect(draft).toEqual({
      _id: expect.any(String),
      file_name: 'slides.txt',
      file_description: 'Week 1',
      file_upload_datetime: start.toISOString(),
      file_update_datetime: null,
      file_path: expect.stringContaining('/api/files/'),
      file_type: 'text/plain',
      file_bytes: 5,
      ...{ revision: 1, publish_at: null },
    })
    expect(await bytesOf(draft)).toBe('Hello')
    expect(await mali.call(list, inCourse())).toEqual([draft])
    expect([await read(ploy), await told(ploy)]).toEqual([[], []])
    expect(await ploy.refused(one, of(draft))).toEqual(refused(404, 'not_found'))
  })

  test('is seen once it is published, with no word of what staff know', async () => {
    const out = await change(await add({ file_name: 'Week 1' }), { publish_at: now() }, mali)
    expect(out).toMatchObject({ revision: 2, publish_at: now(), file_update_datetime: null })
    const seen = await ploy.call(one, of(out))
    expect(Object.keys(seen)).toEqual([
      ...['_id', 'file_name', 'file_description', 'file_upload_datetime', 'file_update_datetime', 'children'],
    ])
    const asStudent = await arthit.raw('GET', `/api/courses/${course.id}/contents?as=student`)
    expect(asStudent.body).toBe((await ploy.raw('GET', `/api/courses/${course.id}/contents`)).body)
  })

  test('of a time to come is out from that time on, and its students are told', async () => {
    const { location } = await upload(arthit, 'Hello', 'key.txt')
    await add({ location, publish_at: hour })
    expect([await read(ploy), await told(ploy)]).toEqual([[], []])
    server.clock.pass({ hours: 1 })
    await publishDueNow(server)
    expect([await read(ploy), await told(ploy)]).toEqual([['key.txt'], ['key.txt']])
  })

  test('stands first, and several in the order in which they came', async () => {
    const old = await makeContent(db, course, { name: 'old' })
    await add({ file_name: 'a' })
    await addAll(['b', 'c'].map((file_name) => ({ file_name })))
    const inside = { parent_id: old.id }
    await addAll([{ file_name: 'x', ...inside }, { file_name: 'd' }, { file_name: 'y', ...inside }])
    expect(await read(mali)).toEqual([{ d: [] }, { b: [] }, { c: [] }, { a: [] }, { old: [{ x: [] }, { y: [] }] }])
  })

  test('is one, however often the request for it comes', async () => {
    const body = { items: [{ file_name: 'a' }, { file_name: 'b' }] }
    const input = { ...inCourse(), body, key: 'once' }
    const [first, second] = await Promise.all([arthit.call(create, input), arthit.call(create, input)])
    expect([second, await arthit.call(create, input)]).toEqual([first, first])
    expect(await read(mali)).toEqual([{ a: [] }, { b: [] }])
    expect(await history()).toHaveLength(1)
  })

  test('lies in a folder of the course that is there, and holds an upload of one’s own', async () => {
    const other = await makeCourse(db)
    await enrol(db, other, arthit, 'instructor')
    const elsewhere = await makeContent(db, other)
    const { location } = await upload(arthit, 'Hello')
    const file = await add({ location })
    const gone = await makeContent(db, course, { deleted_at: start })
    const inGone = await makeContent(db, course, { parent_id: gone.id })
    for (const parent_id of [elsewhere.id, file._id, gone.id, inGone.id, newId()]) {
      const input = { ...inCourse(), body: { file_name: 'x', parent_id } }
      expect(await arthit.refused(create, input)).toEqual(refused(400, 'invalid'))
    }
    const hers = (await upload(ploy, 'hers')).location
    for (const location of [hers, `/api/files/${newId()}`, 'x', '']) {
      expect(await arthit.refused(create, { ...inCourse(), body: { location } })).toEqual(refused(400, 'invalid'))
      const input = { ...of(file), body: { location }, revision: 1 }
      expect(await arthit.refused(edit, input)).toEqual(refused(400, 'invalid'))
    }
    expect(await history()).toHaveLength(1)
  })

  test('needs a name if it is a folder, and comes with at most 199 others', async () => {
    for (const body of [{}, { file_name: ' ' }, { items: [] }, { items: [{ parent_id: null }] }])
      expect(await arthit.refused(create, { ...inCourse(), body })).toEqual(refused(400, 'invalid'))
    const items = Array.from({ length: 201 }, (_, n) => ({ file_name: String(n) }))
    expect(await arthit.refused(create, { ...inCourse(), body: { items } })).toEqual(refused(400, 'invalid'))
    expect(await addAll(items.slice(1))).toHaveLength(200)
  })

  test('is not the 5,001st of a course', async () => {
    const rows = Array.from({ length: 4_999 }, () => ({
      course_id: course.id,
      id: newId(),
      name: 'x',
      publish_at: start,
    }))
    await seed(db, (trx) => trx.insertInto('contents').values(rows).execute())
    await add({ file_name: 'the last' })
    const input = { ...inCourse(), body: { file_name: 'one more' } }
    expect(await arthit.refused(create, input)).toEqual(refused(429, 'too_many'))
  })
})

describe('what lies in a folder', () => {
  test('is out when all folders around it are, and students are told of it then, as the folder', async () => {
    const week = await folder('Week 1', { publish_at: null })
    const inner = await folder('Extra', { parent_id: week._id })
    const { location } = await upload(arthit, 'Hello', 'slides.txt')
    const file = await add({ location, parent_id: inner._id, publish_at: now() })
    for (const it of [week, inner, file]) expect((await ploy.refused(one, of(it))).status).toBe(404)
    expect([await read(ploy), await told(ploy)]).toEqual([[], []])
    await change(week, { publish_at: hour })
    server.clock.pass({ hours: 1 })
    await publishDueNow(server)
    expect(await read(ploy)).toEqual([{ 'Week 1': [{ Extra: ['slides.txt'] }] }])
    expect(await told(ploy)).toContain('Week 1')
  })

  test('is told with its folder when both go out at once, and by itself in a folder that is out', async () => {
    const week = await folder('Week 1', { publish_at: null })
    const { location } = await upload(arthit, 'Hello', 'slides.txt')
    const file = await add({ location, parent_id: week._id })
    const items = at([week, file]).map((it) => ({ ...it, publish_at: now() }))
    await arthit.call(editMany, { ...inCourse(), body: { items } })
    expect(await told(ploy)).toEqual(['Week 1'])
    server.clock.pass({ minutes: 1 })
    const again = await upload(arthit, 'Hello', 'problems.txt')
    await add({ location: again.location, parent_id: week._id, publish_at: now() })
    expect(await told(ploy)).toEqual(['Week 1 › problems.txt', 'Week 1'])
  })

  test('is told once with what goes out beside it, and each thing is told by the first time alone', async () => {
    const week = await folder('Week 1')
    const put = async (names: string[], parent?: ContentItem) => {
      const uploads = await Promise.all(names.map((name) => upload(arthit, 'Hello', name)))
      return addAll(uploads.map(({ location }) => ({ location, ...(parent && { parent_id: parent._id }) })))
    }
    const files = [...(await put(['a.txt', 'b.txt', 'c.txt'])), ...(await put(['x.txt', 'y.txt'], week))]
    const set = (items: ContentItem[], publish_at: string | null) =>
      arthit.call(editMany, { ...inCourse(), body: { items: at(items).map((it) => ({ ...it, publish_at })) } })
    const out = (await set(files, now())) as { items: ContentItem[] }
    const both = ['Week 1 › x.txt and 1 more', 'a.txt and 2 more']
    expect((await told(ploy)).sort()).toEqual(both)
    const activity = await ploy.call(courses.activity, inCourse())
    const paths = [`/course/${course.id}/content`, `/course/${course.id}/content/${week._id}/view`]
    expect(activity.map(({ location }) => location).sort()).toEqual(paths)
    expect((await ploy.call(notifications.list)).unread_notifications).toBe(2)

    const drafts = (await set(out.items, null)) as { items: ContentItem[] }
    expect(await told(ploy)).toEqual([])
    await set(drafts.items, now())
    expect((await told(ploy)).sort()).toEqual(both)
  })

  test('is named to no student while the folder is a draft, also not live', async () => {
    const week = await folder('Week 1', { publish_at: null })
    const events = await openEvents((await server.listen()) + notifications.stream.path, ploy.token)
    const file = await folder('Extra', { parent_id: week._id })
    await change(file, { publish_at: hour })
    await ploy.call(notifications.readAll)
    const heard: unknown[] = []
    for (let courses: unknown; courses !== 0; ) {
      const { data } = await events.next()
      courses = (data as { courses?: string[] }).courses?.length
      heard.push(data)
    }
    await events.close()
    expect(heard).toContainEqual({ courses: [course.id], parts: ['materials', 'activity'] })
    expect(JSON.stringify(heard)).not.toContain(file._id)
  })

  test('goes with it, and comes back with it', async () => {
    const week = await folder('Week 1')
    const inside = await folder('Extra', { parent_id: week._id })
    await arthit.call(remove, { ...of(week), revision: 1 })
    for (const person of [ploy, mali]) {
      expect(await read(person)).toEqual([])
      expect((await person.refused(one, of(inside))).status).toBe(404)
    }
    const input = { ...of(inside), body: { file_name: 'x' }, revision: 1 }
    expect(await mali.refused(edit, input)).toEqual(refused(404, 'not_found'))
    await undoLast()
    expect(await read(ploy)).toEqual([{ 'Week 1': [{ Extra: [] }] }])
  })
})

describe('an edit', () => {
  test('replaces a file, and its undo finds the earlier one again, long after', async () => {
    const { location } = await upload(arthit, 'first', 'slides.txt')
    const file = await add({ location, publish_at: now() })
    server.clock.pass({ minutes: 1 })
    const next = await upload(mali, 'second', 'other.txt')
    const replaced = await change(file, { location: next.location }, mali)
    expect(replaced).toMatchObject({ file_name: 'slides.txt', file_update_datetime: now(), file_bytes: 6 })
    expect(await bytesOf(await ploy.call(one, of(file)))).toBe('second')
    await sweepUploads(db, storage, ahead({ days: 20 }))
    await undoLast()
    const back = await ploy.call(one, of(file))
    expect([await bytesOf(back), back.file_update_datetime]).toEqual(['first', null])
  })

  test('of a folder gives it no file', async () => {
    const { location } = await upload(arthit, 'Hello')
    const input = { ...of(await folder('Week 1')), body: { location }, revision: 1 }
    expect(await arthit.refused(edit, input)).toEqual(refused(400, 'invalid'))
  })

  test('does not overwrite another one: the second is told what is there now', async () => {
    const it = await folder('Week 1')
    const current = await change(it, { file_name: 'By Mali' }, mali)
    const stale = { ...of(it), revision: 1 }
    expect(await arthit.refused(edit, { ...stale, body: { file_name: 'x' } })).toEqual({
      ...refused(409, 'conflict'),
      current,
    })
    expect(await arthit.refused(remove, stale)).toEqual({ ...refused(409, 'conflict'), current })
    expect(await arthit.refused(edit, { ...of(it), body: {} })).toEqual(refused(428, 'revision_needed'))
    expect((await history()).map(({ kind }) => kind)).toEqual(['content_edited', 'contents_added'])
  })

  test('of many is one change of all of them, or none', async () => {
    const three = await addAll(['a', 'b', 'c'].map((file_name) => ({ file_name })))
    const newer = await change(three[1] as ContentItem, { file_name: 'B' }, mali)
    const publish = (items: ContentItem[]) => ({
      ...inCourse(),
      body: { items: at(items).map((it) => ({ ...it, publish_at: now() })) },
    })
    expect(await arthit.refused(editMany, publish(three))).toEqual({ ...refused(409, 'conflict'), current: [newer] })
    expect(await arthit.refused(removeMany, { ...inCourse(), body: { items: at(three) } })).toEqual({
      ...refused(409, 'conflict'),
      current: [newer],
    })
    expect(await read(ploy)).toEqual([])
    const { items } = await arthit.call(editMany, publish(await arthit.call(list, inCourse())))
    expect(items.map(({ publish_at }) => publish_at)).toEqual([now(), now(), now()])
    expect(await read(ploy)).toEqual([{ a: [] }, { B: [] }, { c: [] }])
    expect((await history())[0]).toMatchObject({ kind: 'contents_published', about: { title: 'a', count: 3 } })
    await undoLast(mali)
    expect(await read(ploy)).toEqual([])
  })

  test('of many names each once, at most as many as a course has, of this course', async () => {
    const [it] = at([await folder('Week 1')]) as [{ _id: string; revision: number }]
    const many = Array.from({ length: contentsMost + 1 }, () => ({ _id: newId(), revision: 1 }))
    for (const items of [[], [it, it], many]) {
      expect(await arthit.refused(editMany, { ...inCourse(), body: { items } })).toEqual(refused(400, 'invalid'))
      expect(await arthit.refused(removeMany, { ...inCourse(), body: { items } })).toEqual(refused(400, 'invalid'))
    }
    const other = await makeCourse(db)
    await enrol(db, other, arthit, 'instructor')
    const elsewhere = { _id: (await makeContent(db, other)).id, revision: 1 }
    for (const calls of [editMany, removeMany]) {
      const input = { ...inCourse(), body: { items: [it, elsewhere] } }
      expect(await arthit.refused(calls, input)).toEqual(refused(404, 'not_found'))
    }
  })
})

test('a removal of many is one change, and taken back with one press', async () => {
  const items = await addAll(['a', 'b'].map((file_name) => ({ file_name, publish_at: now() })))
  const gone = await arthit.call(removeMany, { ...inCourse(), body: { items: at(items) } })
  expect(gone.items).toEqual(items.map(({ _id }) => ({ _id })))
  expect([await read(ploy), await read(mali)]).toEqual([[], []])
  await undoLast(mali)
  expect(await read(ploy)).toEqual([{ a: [] }, { b: [] }])
})

test('a folder and what is in it, removed together, come back together', async () => {
  const week = await folder('Week 1')
  const inner = await folder('In', { parent_id: week._id })
  const items = [week, inner, await folder('B', { parent_id: inner._id })]
  await arthit.call(removeMany, { ...inCourse(), body: { items: at(items) } })
  await undoLast(mali)
  expect(await read(mali)).toEqual([{ 'Week 1': [{ In: [{ B: [] }] }] }])
})

test('no undo puts anything into a folder that is gone, where nobody would find it', async () => {
  const week = await folder('Week 1')
  const [moved, removed] = [await folder('A', { parent_id: week._id }), await folder('B', { parent_id: week._id })]
  await put(null, [moved])
  await arthit.call(remove, { ...of(removed), revision: 1 })
  await arthit.call(remove, { ...of(week), revision: 1 })
  const [gone, removal, move] = await history()
  const undo = (of?: { _id: string }) => ({ params: { course_id: course.id, change_id: of?._id ?? '' } })
  for (const one of [removal, move]) {
    expect((await arthit.refused(changes.undo, undo(one))).code).toBe('conflict')
  }
  expect(await read(mali)).toEqual([{ A: [] }])
  for (const one of [gone, removal, move]) await arthit.call(changes.undo, undo(one))
  expect(await read(mali)).toEqual([{ 'Week 1': [{ B: [] }, { A: [] }] }])
})

describe('an order', () => {
  test('moves things to the front of a folder; the others follow as they stood, and an undo restores it', async () => {
    const [a, b, c, d] = (await addAll(
      ['a', 'b', 'c', 'd'].map((file_name) => ({ file_name, publish_at: now() })),
    )) as [ContentItem, ContentItem, ContentItem, ContentItem]
    await put(null, [c, a])
    expect(await read(ploy)).toEqual([{ c: [] }, { a: [] }, { b: [] }, { d: [] }])
    await put(b, [d, a])
    expect(await read(ploy)).toEqual([{ c: [] }, { b: [{ d: [] }, { a: [] }] }])
    expect((await history())[0]).toMatchObject({ kind: 'contents_moved', about: { title: 'd', count: 2 } })
    await undoLast(mali)
    expect(await read(ploy)).toEqual([{ c: [] }, { a: [] }, { b: [] }, { d: [] }])
    const [, , first] = await history()
    await arthit.call(changes.undo, { params: { course_id: course.id, change_id: first?._id ?? '' } })
    expect(await read(ploy)).toEqual([{ a: [] }, { b: [] }, { c: [] }, { d: [] }])
  })

  test('that is so already is no change', async () => {
    const [a, b] = (await addAll([{ file_name: 'a' }, { file_name: 'b' }])) as [ContentItem, ContentItem]
    await put(null, [b, a])
    const { items } = await put(null, [b, a], mali)
    expect(items.map(({ revision }) => revision)).toEqual([2, 2])
    expect(await history()).toHaveLength(2)
  })

  test('puts no folder into itself, into what is in it, or into what is no folder of the course', async () => {
    const a = await folder('a')
    const b = await folder('b', { parent_id: a._id })
    const c = await folder('c', { parent_id: b._id })
    const { location } = await upload(arthit, 'Hello')
    const file = await add({ location })
    const elsewhere = { ...a, _id: (await makeContent(db, await makeCourse(db))).id }
    for (const [into, what] of [
      [a, a],
      [b, a],
      [c, a],
      [c, b],
      [file, a],
      [elsewhere, a],
    ] as const) {
      const input = { ...inCourse(), body: { parent_id: into._id, items: [what._id] } }
      expect(await arthit.refused(order, input)).toEqual(refused(400, 'invalid'))
    }
    const input = { ...inCourse(), body: { parent_id: null, items: [elsewhere._id] } }
    expect(await arthit.refused(order, input)).toEqual(refused(404, 'not_found'))
    for (const items of [[], [a._id, a._id], Array.from({ length: contentsMost + 1 }, newId)]) {
      const input = { ...inCourse(), body: { parent_id: null, items } }
      expect(await arthit.refused(order, input)).toEqual(refused(400, 'invalid'))
    }
    expect(await history()).toHaveLength(4)
  })

  test('of two at the same moment puts no folder into the other’s, and neither does an undo', async () => {
    const [a, b] = [await folder('a'), await folder('b')]
    const into = ({ _id }: ContentItem, what: ContentItem) => ({ parent_id: _id, items: [what._id] })
    const send = (person: SignedIn, payload: object) =>
      person.raw('PUT', `/api/courses/${course.id}/contents/order`, { payload })
    const answers = await Promise.all([send(arthit, into(a, b)), send(mali, into(b, a))])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
    const first = (await history())[0]?._id ?? ''
    await put(null, [a, b])
    const [inner, outer] = answers[0].statusCode === 200 ? [b, a] : [a, b]
    await put(inner, [outer])
    // Undoes the move that put the folders side by side, so that the inner one returns.
    const [, apart] = await history()
    const input = { params: { course_id: course.id, change_id: apart?._id ?? '' } }
    expect((await arthit.refused(changes.undo, input)).status).toBe(409)
    expect(first).not.toBe('')
    expect(await read(mali)).toEqual([{ [inner.file_name]: [{ [outer.file_name]: [] }] }])
  })

  test('goes at most 20 folders deep', async () => {
    const chain = async (length: number) => {
      const ids: string[] = []
      for (let n = 0; n < length; n++) {
        ids.push((await makeContent(db, course, { parent_id: ids.at(-1) ?? null })).id)
      }
      return ids
    }
    const long = await chain(20)
    const input = { ...inCourse(), body: { file_name: 'too deep', parent_id: long[19] ?? '' } }
    expect(await arthit.refused(create, input)).toEqual(refused(400, 'invalid'))
    const [top] = await chain(2)
    const move = (into = '') => ({ ...inCourse(), body: { parent_id: into, items: [top ?? ''] } })
    expect(await arthit.refused(order, move(long[18]))).toEqual(refused(400, 'invalid'))
    await arthit.call(order, move(long[17]))
  })
})

test('an assistant writes where the course allows it, and a student never', async () => {
  const it = await add({ file_name: 'by Mali' }, mali)
  const inputs = [
    [create, { ...inCourse(), body: { file_name: 'x' } }],
    [edit, { ...of(it), body: {}, revision: 1 }],
    [remove, { ...of(it), revision: 1 }],
    [editMany, { ...inCourse(), body: { items: at([it]) } }],
    [removeMany, { ...inCourse(), body: { items: at([it]) } }],
    [order, { ...inCourse(), body: { parent_id: null, items: [it._id] } }],
  ] as const
  await setCourse(db, course, { assistants_may: ['grade'] })
  for (const person of [ploy, mali]) {
    for (const [endpoint, input] of inputs) {
      expect(await person.refused(endpoint as typeof create, input as never)).toEqual(refused(403, 'not_allowed'))
    }
  }
  expect(await mali.call(list, inCourse())).toEqual([it])
})

test('the address that students have of a file opens it while it is published, and that of staff always', async () => {
  const outer = await folder('Exams')
  const inner = await folder('2026', { parent_id: outer._id })
  const { location } = await upload(arthit, 'the answers', 'answers.txt')
  const file = await add({ file_name: 'Answers', location, parent_id: inner._id, publish_at: now() })
  const ofStudent = (await ploy.call(one, of(file))).file_path ?? ''
  const ofStaff = (await arthit.call(one, of(file))).file_path ?? ''
  const statuses = async () =>
    Promise.all([ofStudent, ofStaff].map(async (a) => (await nobody.raw('GET', a)).statusCode))
  expect(await statuses()).toEqual([200, 200])

  await change(file, { publish_at: null })
  expect(await statuses()).toEqual([404, 200])
  await undoLast()
  expect(await statuses()).toEqual([200, 200])
  await change(outer, { publish_at: hour })
  expect(await statuses()).toEqual([404, 200])
  await undoLast()
  const { location: other } = await upload(arthit, 'the questions', 'questions.txt')
  await change(await arthit.call(one, of(file)), { location: other })
  expect(await statuses()).toEqual([404, 200])

  // It names its course, and is worth nothing without.
  const elsewhere = await makeCourse(db)
  for (const altered of [ofStudent.replace(/&c=.*/, ''), ofStudent.replace(course.id, elsewhere.id)])
    expect((await nobody.raw('GET', altered)).statusCode).toBe(404)
})
