import fc from 'fast-check'
import { type Logger, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type DraftFields, mergeDrafts } from '../../contract/drafts.ts'
import { contract } from '../../contract/index.ts'
import { openDatabase } from '../db/database.ts'
import { afterwards } from '../testing/afterwards.ts'
import { ahead, start } from '../testing/clock.ts'
import { type Events, openEvents } from '../testing/events.ts'
import { useServer } from '../testing/server.ts'
import { enrol, makeAssignment, makeCourse } from '../testing/world.ts'
import { keepDraft } from './drafts.ts'
import { getTyped } from './queries.ts'
import { makeQuestion, makeSlot, makeUpload, worksheetOf } from './testing.ts'

const server = await useServer()
const { db } = server
const ploy = await server.person()
const nat = await server.person()
const course = await makeCourse(db)
await enrol(db, course, ploy)
await enrol(db, course, nat)

async function anEssay(data: Parameters<typeof makeAssignment>[2] = {}) {
  const essay = await makeAssignment(db, course, data)
  return { essay, sheet: worksheetOf(ploy, course, essay) }
}

const now = start.getTime()
/** Typed so many ms before the tests' start. */
const typed = (value: string, before = 0) => ({ value, at: now - before })

describe('two drafts', () => {
  const fields = fc.dictionary(
    fc.oneof(fc.constantFrom('textbox', 'item-1', '__proto__', 'constructor'), fc.string()),
    fc.record({ value: fc.constantFrom('', 'a', 'b', 'é'), at: fc.integer({ min: 0, max: 3 }) }),
  ) as fc.Arbitrary<DraftFields>
  const property = (holds: (a: DraftFields, b: DraftFields, c: DraftFields) => void) =>
    fc.assert(fc.property(fields, fields, fields, (a, b, c) => void holds(a, b, c)))

  test('merge the same in either order', () => {
    property((a, b) => expect(mergeDrafts(a, b)).toEqual(mergeDrafts(b, a)))
  })

  test('and a third merge the same, whichever two meet first', () => {
    property((a, b, c) => expect(mergeDrafts(mergeDrafts(a, b), c)).toEqual(mergeDrafts(a, mergeDrafts(b, c))))
  })

  test('that were merged before stay as they are', () => {
    property((a, b) => {
      expect(mergeDrafts(a, a)).toEqual(a)
      expect(mergeDrafts(mergeDrafts(a, b), b)).toEqual(mergeDrafts(a, b))
    })
  })

  test('merge into the later edit of every field of either', () => {
    property((a, b) => {
      const merged = mergeDrafts(a, b)
      expect(Object.keys(merged).sort()).toEqual([...new Set([...Object.keys(a), ...Object.keys(b)])].sort())
      for (const [name, { at }] of Object.entries(merged)) {
        const own = [a, b].flatMap((of) => (Object.hasOwn(of, name) ? [of[name]?.at ?? 0] : []))
        expect(at).toBe(Math.max(...own))
      }
    })
  })
})

describe('a draft', () => {
  test('is nothing before something is typed', async () => {
    const { sheet } = await anEssay()
    expect(await sheet.draft()).toEqual({ fields: {}, updated_at: null })
  })

  test('is what was typed, in every kind of field, and an emptied text too', async () => {
    const { essay, sheet } = await anEssay()
    const item = `item-${(await makeQuestion(db, course, essay)).id}`
    const file = `file-${(await makeSlot(db, course, essay)).id}`
    const fields = { textbox: typed('ก'), [item]: typed(''), [file]: typed((await makeUpload(db, ploy)).location) }
    const kept = { fields, updated_at: start.toISOString() }
    expect(await sheet.save(fields)).toEqual(kept)
    expect(await sheet.draft()).toEqual(kept)
  })

  test('of two devices is field by field the later edit, in whichever order they are saved', async () => {
    const { essay } = await anEssay()
    const [one, two] = ['1', '2'].map(async () => `item-${(await makeQuestion(db, course, essay)).id}`)
    const [first, second] = [(await one) ?? '', (await two) ?? '']
    const laptop = worksheetOf(await server.signIn(ploy), course, essay)
    const phone = worksheetOf(await server.signIn(ploy), course, essay)
    await laptop.save({ textbox: typed('laptop', 10), [first]: typed('laptop', 5) })
    const merged = { textbox: typed('phone', 5), [first]: typed('laptop', 5), [second]: typed('phone', 1) }
    const answer = await phone.save({
      textbox: typed('phone', 5),
      [first]: typed('phone', 9),
      [second]: typed('phone', 1),
    })
    expect(answer.fields).toEqual(merged)
    expect((await laptop.draft()).fields).toEqual(merged)
  })

  test('loses nothing when 30 devices save at once', async () => {
    const { essay, sheet } = await anEssay()
    const items: string[] = []
    for (let i = 0; i < 30; i++) items.push(`item-${(await makeQuestion(db, course, essay)).id}`)
    await Promise.all(items.map((item, i) => sheet.save({ [item]: typed(`${i}`), textbox: typed(`${i}`, 100 - i) })))
    const { fields } = await sheet.draft()
    expect(items.map((item) => fields[item]?.value)).toEqual(items.map((_, i) => `${i}`))
    expect(fields.textbox).toEqual(typed('29', 71))
  })

  test('of everyone in a course who types at once is their own, large ones too', async () => {
    const { essay, sheet } = await anEssay()
    const sheets = [sheet]
    for (let i = 1; i < 12; i++) {
      const one = await server.person()
      await enrol(db, course, one)
      sheets.push(worksheetOf(one, course, essay))
    }
    const textOf = (i: number, round: number) => `${i}, ${round}${'ก'.repeat(i === 3 ? 90_000 : 0)}`
    for (let round = 0; round < 4; round++) {
      await Promise.all(sheets.map((one, i) => one.save({ textbox: typed(textOf(i, round), 10 - round) })))
    }
    const kept = await Promise.all(sheets.map((one) => one.draft()))
    expect(kept.map(({ fields }) => fields.textbox?.value)).toEqual(sheets.map((_, i) => textOf(i, 3)))
  })

  test('of two people is written by two processes at once, neither of which waits for the other in turn', async () => {
    // As where there are many drafts.
    await sql`do $$ begin execute format('alter database %I set enable_seqscan = off', current_database()); end $$`.execute(
      db,
    )
    const refused: unknown[] = []
    const log: Logger = (event) => void (event.level === 'error' && refused.push(event.error))
    const pools = [0, 1].map(() => openDatabase(server.connection, { connections: 5, prepare: true, log }))
    for (const pool of pools) afterwards(() => pool.destroy())
    const { essay } = await anEssay()
    const sheet = { has_text: true, questions: [], slots: [] }
    const drafts: Parameters<typeof keepDraft>[1][] = []
    for (let i = 0; i < 3; i++) {
      const one = await server.person()
      await enrol(db, course, one)
      await worksheetOf(one, course, essay).save({ textbox: typed('first', 9) })
      const mine = { courseId: course.id, assignmentId: essay.id, personId: one.id }
      drafts.push({ ...mine, sheet, typed: await getTyped(db, mine), fields: { textbox: typed('then') }, now: start })
    }
    // While somebody holds the middle one, each process gets as far as it can.
    const saved = await db.transaction().execute(async (held) => {
      await sql`select from drafts where person_id = ${drafts[1]?.personId} for update`.execute(held)
      const saving = pools.flatMap((pool, i) => (i ? drafts.toReversed() : drafts).map((one) => keepDraft(pool, one)))
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(2)
      return saving
    })
    await Promise.all(saved)
    expect(refused).toEqual([])
  })

  test('of a device with a fast clock does not win for ever', async () => {
    const { sheet } = await anEssay()
    const fast = await sheet.save({ textbox: { value: 'fast', at: ahead({ days: 400 }).getTime() } })
    expect(fast.fields.textbox).toEqual({ value: 'fast', at: now })
    server.clock.pass({ ms: 1 })
    expect((await sheet.save({ textbox: { value: 'later', at: now + 1 } })).fields.textbox?.value).toBe('later')
    server.clock.reset()
  })

  test('is kept after the due date and after the last attempt', async () => {
    const { sheet } = await anEssay({ due_at: ahead({ hours: -1 }) })
    expect((await sheet.save({ textbox: typed('late') })).fields.textbox?.value).toBe('late')
    const { sheet: done } = await anEssay()
    await done.submit({ textbox: 'x' })
    expect((await done.save({ textbox: typed('more') })).fields.textbox?.value).toBe('more')
  })

  test('is deleted when it is submitted, and not when a submission is refused', async () => {
    const { sheet } = await anEssay()
    await sheet.save({ textbox: typed('typed') })
    await sheet.refusedSubmit({ textbox: '' })
    expect((await sheet.draft()).fields.textbox).toEqual(typed('typed'))
    await sheet.submit({ textbox: 'typed' })
    expect(await sheet.draft()).toEqual({ fields: {}, updated_at: null })
  })

  test('that is submitted as another device saves does not come back', async () => {
    for (let i = 0; i < 10; i++) {
      const { essay, sheet } = await anEssay()
      const item = `item-${(await makeQuestion(db, course, essay)).id}`
      await sheet.save({ textbox: typed('submitted') })
      await Promise.all([sheet.submit({ textbox: 'submitted' }), sheet.save({ [item]: typed('typed later') })])
      expect([{}, { [item]: typed('typed later') }]).toContainEqual((await sheet.draft()).fields)
    }
  })

  test('is one’s own alone', async () => {
    const { essay, sheet } = await anEssay()
    const other = worksheetOf(nat, course, essay)
    await sheet.save({ textbox: typed('Ploy’s') })
    await other.save({ textbox: typed('Nat’s', 10) })
    expect((await sheet.draft()).fields.textbox?.value).toBe('Ploy’s')
    await sheet.submit({ textbox: 'Ploy’s' })
    expect((await other.draft()).fields.textbox?.value).toBe('Nat’s')
  })

  test('has only fields of the assignment', async () => {
    const { essay, sheet } = await anEssay({ has_text: false })
    const params = { course_id: course.id, asgn_id: essay.id }
    const fields = { textbox: typed('x') }
    expect(await ploy.refused(contract.assignments.saveDraft, { params, body: { fields } })).toEqual({
      status: 400,
      code: 'invalid',
    })
    expect((await sheet.draft()).fields).toEqual({})
  })

  test.each([
    [{ value: 'x', at: -1 }],
    [{ value: 'x', at: 1.5 }],
    [{ value: 1, at: 1 }],
    [{ value: 'x' }],
    ['x'],
    [null],
  ])('is not %j', async (field) => {
    const { essay } = await anEssay()
    const address = `/api/courses/${course.id}/assignments/${essay.id}/draft`
    expect((await ploy.raw('PUT', address, { payload: { fields: { textbox: field } } })).statusCode).toBe(400)
  })

  test('is at most 1 MB, and what was kept stays', async () => {
    const { essay, sheet } = await anEssay()
    const items: string[] = []
    for (let i = 0; i < 4; i++) items.push(`item-${(await makeQuestion(db, course, essay)).id}`)
    const params = { course_id: course.id, asgn_id: essay.id }
    // 270 kB each, as UTF-8
    const save = (item: string) => sheet.save({ [item]: typed('ก'.repeat(90_000)) })
    for (const item of items.slice(0, 3)) await save(item)
    const fields = { [items[3] ?? '']: typed('ก'.repeat(90_000)) }
    expect(await ploy.refused(contract.assignments.saveDraft, { params, body: { fields } })).toEqual({
      status: 413,
      code: 'too_large',
    })
    expect(Object.keys((await sheet.draft()).fields).sort()).toEqual(items.slice(0, 3).sort())
  })

  test('takes a text that cannot be stored without what cannot', async () => {
    const { sheet } = await anEssay()
    expect((await sheet.save({ textbox: typed('a\0b\udc00') })).fields.textbox?.value).toBe('ab\ufffd')
  })

  test('keeps white space as it was typed', async () => {
    const { sheet } = await anEssay()
    expect((await sheet.save({ textbox: typed(' \n  ') })).fields.textbox?.value).toBe(' \n  ')
  })

  test('is heard of by the person’s other devices, and by nobody else', async () => {
    const { essay, sheet } = await anEssay()
    const address = `${await server.listen()}/api/users/notifications/stream`
    const devices = await Promise.all([ploy, nat].map(async (p) => openEvents(address, p.token)))
    const heardOf = async (one: Events) => {
      const heard = [await one.next()]
      while (heard.at(-1)?.event !== 'changed') heard.push(await one.next())
      return heard.slice(0, -1)
    }
    const change = () => server.publish({ kind: 'course_changed', course_id: course.id })
    // News of what was typed before may still be on its way.
    await change()
    await Promise.all(devices.map(heardOf))
    await sheet.save({ textbox: typed('x') })
    await change()
    const draft = { event: 'draft', data: { course_id: course.id, asgn_id: essay.id } }
    expect(await Promise.all(devices.map(heardOf))).toEqual([[draft], []])
    for (const one of devices) await one.close()
  })

  test('has an emptied slot in place of a file that is not there any more, on every device', async () => {
    const { essay, sheet } = await anEssay()
    const [gone, there, never] = await Promise.all([1, 2, 3].map(async () => (await makeSlot(db, course, essay)).id))
    const upload = await makeUpload(db, ploy)
    const device = {
      [`file-${gone}`]: typed(`${upload.location}#report.pdf`, 10),
      [`file-${there}`]: typed(`${(await makeUpload(db, ploy)).location}#a.pdf`, 10),
      textbox: typed(upload.location, 10),
    }
    expect((await sheet.save(device)).fields).toEqual(device)
    await ploy.call(contract.uploads.remove, { params: {}, body: { location: upload.location } })
    const without = { ...device, [`file-${gone}`]: typed('', 9) }
    expect((await sheet.draft()).fields).toEqual(without)
    // Whichever device still has it takes in that it is gone, and does not bring it back.
    expect(mergeDrafts(device, (await sheet.draft()).fields)).toEqual(without)
    expect((await sheet.save(device)).fields).toEqual(without)
    const unknown = { [`file-${never}`]: typed('/api/files/x', 10) }
    expect((await sheet.save(unknown)).fields).toEqual({ ...without, [`file-${never}`]: typed('', 9) })
    const again = typed((await makeUpload(db, ploy)).location)
    expect((await sheet.save({ [`file-${gone}`]: again })).fields[`file-${gone}`]).toEqual(again)
  })

  test('is read by the statement of the access and saved by one more; another one looks for its files, and one reads anew what everyone has of the assignment', async () => {
    const { essay, sheet } = await anEssay()
    await sheet.my()
    expect(await server.statementsOf(() => sheet.draft())).toHaveLength(1)
    expect(await server.statementsOf(() => sheet.save({ textbox: typed('x') }))).toHaveLength(2)
    const files: DraftFields = {}
    for (let i = 0; i < 3; i++) {
      files[`file-${(await makeSlot(db, course, essay)).id}`] = typed((await makeUpload(db, ploy)).location)
    }
    expect(await server.statementsOf(() => sheet.save(files))).toHaveLength(4)
    expect(await server.statementsOf(() => sheet.save(files))).toHaveLength(3)
    expect(await server.statementsOf(() => sheet.draft())).toHaveLength(2)
  })
})
