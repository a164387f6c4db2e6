import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { enrol, makeContent, makeCourse, type Thing } from '../testing/world.ts'
import { upload } from '../uploads/testing.ts'

const server = await useServer()
const { create, edit, one, opened, openers, versions } = contract.contents
const { changes } = contract

let course: Thing
let arthit: SignedIn
let ploy: SignedIn
let nat: SignedIn

beforeEach(async () => {
  course = await makeCourse(server.db)
  ;[arthit, ploy, nat] = [await server.person({ first: 'Arthit' }), await server.person(), await server.person()]
  await enrol(server.db, course, arthit, 'instructor')
  await enrol(server.db, course, ploy)
  await enrol(server.db, course, nat)
})

const here = () => ({ course_id: course.id })
const at = (content_id: string) => ({ params: { ...here(), content_id } })
const now = () => server.clock.now().toISOString()
const asFile = async (text: string) => ({
  location: (await upload(arthit, text, 'Week 1.md')).location,
  file_page: text,
})

async function makePage(text: string) {
  const body = { file_name: 'Week 1', publish_at: now(), ...(await asFile(text)) }
  const made = await arthit.call(create, { params: here(), body })
  return 'items' in made ? (made.items[0] as (typeof made.items)[number]) : made
}

/** The bytes of a thing's file, as anyone with its address gets them. */
const bytesAt = async (path = '') => (await server.nobody.raw('GET', path)).body

describe('a page', () => {
  test('is read by students as it was written, and by other clients as a file', async () => {
    const { _id } = await makePage('# Trees\n\nA **tree** grows.')
    const page = await ploy.call(one, at(_id))
    expect(page).toMatchObject({ is_page: true, file_page: '# Trees\n\nA **tree** grows.', file_type: 'text/plain' })
    expect(await bytesAt(page.file_path)).toBe('# Trees\n\nA **tree** grows.')
    const [listed] = await ploy.call(contract.contents.list, { params: here() })
    expect(listed).toMatchObject({ is_page: true })
    expect(listed).not.toHaveProperty('file_page')
  })

  test('shows its pictures to students, and those of nobody else', async () => {
    const own = await upload(arthit, 'png')
    const others = await upload(nat, 'png')
    const bare = (location: string) => location.split('/').slice(0, 4).join('/')
    const { _id } = await makePage(`![a](${own.location}) ![b](${bare(others.location)})`)
    const { file_page = '' } = await ploy.call(one, at(_id))
    const [signed = '', unsigned = ''] = [...file_page.matchAll(/\((.*?)\)/g)].map(([, address]) => address)
    expect((await server.nobody.raw('GET', signed)).statusCode).toBe(200)
    expect(unsigned).toBe(bare(others.location))
  })

  test('needs its file', async () => {
    const body = { file_name: 'Week 1', file_page: 'text' }
    expect(await arthit.refused(create, { params: here(), body })).toMatchObject({ code: 'invalid' })
  })

  test('keeps what it was before, which comes back with its text', async () => {
    const { _id } = await makePage('first')
    await arthit.call(edit, { ...at(_id), body: await asFile('second'), revision: 1 })
    const [before] = await arthit.call(versions, at(_id))
    expect(before).toMatchObject({ filename: 'Week 1.md', replaced_by: { _id: arthit.id } })
    expect(await bytesAt(before?.file_path)).toBe('first')
    await arthit.call(edit, { ...at(_id), body: { version: before?._id ?? '' }, revision: 2 })
    expect(await ploy.call(one, at(_id))).toMatchObject({ file_page: 'first' })
    expect((await arthit.call(versions, at(_id))).length).toBe(2)
  })

  test('is as it was after its edit is taken back', async () => {
    const { _id } = await makePage('first')
    await arthit.call(edit, { ...at(_id), body: await asFile('second'), revision: 1 })
    const { items } = await arthit.call(changes.list, { params: here() })
    await arthit.call(changes.undo, { params: { ...here(), change_id: items[0]?._id ?? '' } })
    expect(await ploy.call(one, at(_id))).toMatchObject({ file_page: 'first' })
  })
})

test('a page that was made by mistake is taken back, though it has a picture and was opened', async () => {
  const { location } = await upload(arthit, 'png')
  const { _id } = await makePage(`![a](${location})`)
  await arthit.call(edit, { ...at(_id), body: await asFile('second'), revision: 1 })
  await ploy.call(opened, at(_id))
  for (let left = 2; left > 0; left--) {
    const { items } = await arthit.call(changes.list, { params: here() })
    const last = items.find(({ undone_by, undoes }) => !undone_by && !undoes)
    await arthit.call(changes.undo, { params: { ...here(), change_id: last?._id ?? '' } })
  }
  expect(await ploy.refused(one, at(_id))).toMatchObject({ status: 404 })
})

test('a version of another file, or of none, is refused', async () => {
  const [a, b] = [await makePage('a'), await makePage('b')]
  await arthit.call(edit, { ...at(a._id), body: await asFile('a2'), revision: 1 })
  const [version] = await arthit.call(versions, at(a._id))
  const refused = await arthit.refused(edit, { ...at(b._id), body: { version: version?._id ?? '' }, revision: 1 })
  expect(refused).toMatchObject({ status: 400, code: 'invalid' })
})

describe('who has opened a file', () => {
  test('is told to staff, with the first and the last time', async () => {
    const { _id } = await makePage('text')
    const first = server.clock.now()
    await ploy.call(opened, at(_id))
    server.clock.pass({ hours: 1 })
    await ploy.call(opened, at(_id))
    await nat.call(opened, at(_id))
    const last_at = now()
    expect(await arthit.call(openers, at(_id))).toEqual(
      expect.arrayContaining([
        { _id: ploy.id, first_at: first.toISOString(), last_at },
        { _id: nat.id, first_at: last_at, last_at },
      ]),
    )
  })

  test('nobody says of what they cannot see', async () => {
    const { id } = await makeContent(server.db, course, { publish_at: null })
    expect(await ploy.refused(opened, at(id))).toMatchObject({ status: 404 })
  })
})
