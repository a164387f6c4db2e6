import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { type Logger, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { DraftFields } from '../../contract/drafts.ts'
import { contract } from '../../contract/index.ts'
import { openDatabase } from '../db/database.ts'
import { newId } from '../ids.ts'
import { afterwards } from '../testing/afterwards.ts'
import { ago, ahead, start } from '../testing/clock.ts'
import { type Events, openEvents } from '../testing/events.ts'
import { useServer } from '../testing/server.ts'
import { changeAssignment, enrol, enterGroup, makeAssignment, makeCourse, makeGroup } from '../testing/world.ts'
import { sweepUploads } from '../uploads/queries.ts'
import { folderStorage } from '../uploads/storage.ts'
import { getTyped } from './draftQueries.ts'
import { keepDraft } from './drafts.ts'
import { firstOptionId } from './options.ts'
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
/** An edit so many ms before the start of the tests. */
const typed = (value: string, before = 0) => ({ value, at: now - before })

describe('a draft', () => {
  test('is nothing before something is typed', async () => {
    const { sheet } = await anEssay()
    expect(await sheet.draft()).toMatchObject({ fields: {}, updated_at: null })
  })

  test('is what was typed, in every kind of field, and an emptied text too', async () => {
    const { essay, sheet } = await anEssay()
    const item = `item-${(await makeQuestion(db, course, essay)).id}`
    const file = `file-${(await makeSlot(db, course, essay)).id}`
    const fields = { textbox: typed('ก'), [item]: typed(''), [file]: typed((await makeUpload(db, ploy)).location) }
    const kept = { fields, updated_at: start.toISOString() }
    expect(await sheet.save(fields)).toMatchObject(kept)
    expect(await sheet.draft()).toMatchObject(kept)
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
    const sheetFor = async () => ({ has_text: true, questions: [], slots: [], time_limit: null })
    const drafts: Parameters<typeof keepDraft>[1][] = []
    for (let i = 0; i < 3; i++) {
      const one = await server.person()
      await enrol(db, course, one)
      await worksheetOf(one, course, essay).save({ textbox: typed('first', 9) })
      const mine = { courseId: course.id, assignmentId: essay.id, personId: one.id }
      drafts.push({
        ...mine,
        sheetFor,
        typed: await getTyped(db, mine),
        saves: [{ id: newId(), fields: { textbox: typed('then') } }],
        now: start,
      })
    }
    // While a transaction holds the middle row, each process gets as far as it can.
    const saved = await db.transaction().execute(async (held) => {
      await sql`select from drafts where owner_id = ${drafts[1]?.personId} for update`.execute(held)
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

  test('of two devices that wrote in one text has what both wrote, each change once', async () => {
    const { sheet } = await anEssay()
    await sheet.save({ textbox: typed('one two three', 9) })
    await sheet.save({ textbox: { ...typed('one and two three', 8), base: 'one two three' } })
    const { fields, conflicts } = await sheet.save({
      textbox: { ...typed('one two three four', 9), base: 'one two three' },
    })
    expect([fields.textbox?.value, conflicts]).toEqual(['one and two three four', []])
    expect(await sheet.versions()).toEqual([])
  })

  test('has both where two devices changed the same place, and says so to the second', async () => {
    const { sheet } = await anEssay()
    await sheet.save({ textbox: { ...typed('x'), base: '' } })
    const { fields, conflicts } = await sheet.save({ textbox: { ...typed('A paragraph.', 60_000), base: '' } })
    expect([fields.textbox?.value, conflicts]).toEqual(['x A paragraph.', ['textbox']])
  })

  test('takes a save that comes again once', async () => {
    const { sheet } = await anEssay()
    const save = () => sheet.save({ textbox: { ...typed('said once'), base: '' } }, 'the-same-save')
    await save()
    await sheet.save({ textbox: { ...typed('said twice'), base: 'said once' } })
    expect((await save()).fields.textbox?.value).toBe('said twice')
  })

  test('of a choice is the later one, and the other stands in its versions with who chose it', async () => {
    const { essay, sheet } = await anEssay()
    const item = `item-${(await makeQuestion(db, course, essay, ['a', 'b', 'c'])).id}`
    const [a, b, c] = [0, 1, 2].map(firstOptionId) as [string, string, string]
    await sheet.save({ [item]: typed(b, 5) })
    expect((await sheet.save({ [item]: typed(a, 9) })).fields[item]?.value).toBe(b)
    expect((await sheet.save({ [item]: typed(c, 1) })).fields[item]?.value).toBe(c)
    const versions = await sheet.versions()
    expect(versions.map(({ kind, fields }) => [kind, fields])).toEqual([
      ['replaced', { [item]: b }],
      ['aside', { [item]: a }],
    ])
    expect(versions[0]?.by).not.toBe('')
  })

  test('keeps a bounded number of versions: all of the newest, and of the older ones those far apart', async () => {
    const { essay, sheet } = await anEssay()
    let base = 'word 0'
    await sheet.save({ textbox: typed(base) })
    for (let i = 1; i <= 70; i++) {
      server.clock.pass({ seconds: i === 5 ? 3600 : 1 })
      const value = `word ${i}`
      await sheet.save({ textbox: { ...typed(value), base } })
      base = value
    }
    server.clock.reset()
    const all: string[] = []
    const params = { course_id: course.id, asgn_id: essay.id }
    for (let after: string | null | undefined; after !== null; ) {
      const page = await ploy.call(contract.assignments.draftVersions, {
        params,
        query: { limit: '20', ...(after && { after }) },
      })
      all.push(...page.items.map(({ fields }) => fields.textbox ?? ''))
      after = page.next
    }
    expect(all.length).toBeLessThanOrEqual(51)
    expect(all.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, i) => `word ${69 - i}`))
    expect(all).toContain('word 4')
  })

  test('loses no word of three devices, whatever they write over one another, whenever they reach the server', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(2), fc.nat(9), fc.nat(4), fc.boolean()), { minLength: 3, maxLength: 12 }),
        async (steps) => {
          const { sheet } = await anEssay()
          const devices = [0, 1, 2].map(() => ({ text: '', base: '' }))
          const said: string[] = []
          const meet = async (device: (typeof devices)[number] | undefined) => {
            if (!device || device.text === device.base) return
            const id = newId()
            const edit = { textbox: { value: device.text, at: now, base: device.base } }
            await sheet.save(edit, id)
            const { fields } = await sheet.save(edit, id)
            device.text = device.base = fields.textbox?.value ?? ''
          }
          for (const [n, [who, at, takes, meets]] of steps.entries()) {
            const device = devices[who]
            if (!device) continue
            const words = device.text.split(' ')
            // Of a letter of its own: no word is among the letters of others, as if they were written into it.
            const word = String.fromCharCode(0x3b1 + n).repeat(5)
            words.splice(at, takes, word)
            device.text = words.join(' ').trim()
            said.push(word)
            if (meets) await meet(device)
          }
          const sent = new Set(said.filter((word) => devices.some(({ text }) => text.includes(word))))
          for (const device of devices) await meet(device)
          const { fields } = await sheet.draft()
          const kept = [fields.textbox?.value, ...(await sheet.versions()).map((v) => v.fields.textbox)].join(' ')
          for (const word of sent) expect(kept).toContain(word)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('is deleted when it is submitted, and not when a submission is refused', async () => {
    const { sheet } = await anEssay()
    await sheet.save({ textbox: typed('typed') })
    await sheet.refusedSubmit({ textbox: '' })
    expect((await sheet.draft()).fields.textbox).toEqual(typed('typed'))
    await sheet.submit({ textbox: 'typed' })
    expect(await sheet.draft()).toMatchObject({ fields: {}, updated_at: null })
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
    const { essay, sheet } = await anEssay()
    const params = { course_id: course.id, asgn_id: essay.id }
    const fields = { [`item-${newId()}`]: typed('x') }
    expect(
      await ploy.refused(contract.assignments.saveDraft, { params, body: { saves: [{ id: newId(), fields }] } }),
    ).toEqual({
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
    expect(
      (await ploy.raw('PUT', address, { payload: { saves: [{ id: newId(), fields: { textbox: field } }] } }))
        .statusCode,
    ).toBe(400)
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
    expect(
      await ploy.refused(contract.assignments.saveDraft, { params, body: { saves: [{ id: newId(), fields }] } }),
    ).toEqual({
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
    const change = () => server.publish({ kind: 'course_changed', parts: ['work'], course_id: course.id })
    // A live event of an earlier text may still be on its way.
    await change()
    await Promise.all(devices.map(heardOf))
    await sheet.save({ textbox: typed('x') })
    const draft = { event: 'draft', data: { course_id: course.id, asgn_id: essay.id } }
    const [hers] = devices
    // The test waits for this event by itself: an event from another server may overtake it.
    await expect.poll(() => hers?.next()).toEqual(draft)
    await change()
    expect(await Promise.all(devices.map(heardOf))).toEqual([[], []])
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
    // Each device that still has the file learns of its removal and does not bring it back.
    expect((await sheet.save(device)).fields).toEqual(without)
    const unknown = { [`file-${never}`]: typed('/api/files/x', 10) }
    expect((await sheet.save(unknown)).fields).toEqual({ ...without, [`file-${never}`]: typed('', 9) })
    const again = typed((await makeUpload(db, ploy)).location)
    expect((await sheet.save({ [`file-${gone}`]: again })).fields[`file-${gone}`]).toEqual(again)
  })

  test('keeps what is attached to it for as long as it names it, and 7 days more, in which it can be brought back', async () => {
    const { essay, sheet } = await anEssay()
    const slot = `file-${(await makeSlot(db, course, essay)).id}`
    const first = await makeUpload(db, ploy)
    const storage = folderStorage(join(server.config.dataDir, 'files'))
    const sweep = (days: number) => sweepUploads(db, storage, new Date(Date.now() + days * 86_400_000))
    await sheet.save({ [slot]: typed(first.location, 9) })
    await sheet.save({ textbox: typed('and a text') })
    await sweep(100)
    expect((await sheet.draft()).fields[slot]?.value).toBe(first.location)

    const later = await makeUpload(db, ploy)
    await sheet.save({ [slot]: typed(later.location, 1) })
    const versions = async () => (await sheet.versions()).map(({ fields }) => fields)
    await sweep(6)
    expect(await versions()).toEqual([{ [slot]: first.location }])
    await sweep(8)
    expect(await versions()).toEqual([{}])
    expect((await sheet.draft()).fields[slot]?.value).toBe(later.location)

    await sheet.submit({ textbox: 'without it' })
    await sweep(8)
    expect(await db.selectFrom('uploads').select('id').where('id', '=', later.id).execute()).toEqual([])
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

describe('the draft of a group', () => {
  /** An assignment of a group of ploy and nat, with a third student who was put into it. */
  async function theirs() {
    const june = await server.person()
    await enrol(db, course, june)
    const group = await makeGroup(db, course, [ploy, nat])
    const essay = await makeAssignment(db, course, { grouping_id: group.grouping_id })
    const sheets = [ploy, nat, june].map((person) => worksheetOf(person, course, essay))
    return { group, essay, june, sheets: sheets as [Sheet, Sheet, Sheet] }
  }
  type Sheet = ReturnType<typeof worksheetOf>

  test('is one for all of them, and of nobody else', async () => {
    const {
      group,
      sheets: [ofPloy, ofNat, ofJune],
    } = await theirs()
    await ofPloy.save({ textbox: { ...typed('Ploy. '), base: '' } })
    await ofNat.save({ textbox: { ...typed('Ploy. Nat.'), base: 'Ploy. ' } })
    const { fields, owner_id } = await ofPloy.draft()
    expect([fields.textbox?.value, owner_id]).toEqual(['Ploy. Nat.', group.id])
    expect((await ofJune.draft()).fields).toEqual({})
    expect(await ofJune.versions()).toEqual([])
  })

  test('loses nothing when all write at once', async () => {
    const {
      sheets: [ofPloy, ofNat],
    } = await theirs()
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? ofPloy : ofNat).save({ textbox: { ...typed(`said${i}.`), base: '' } }),
      ),
    )
    const { fields } = await ofNat.draft()
    for (let i = 0; i < 20; i++) expect(fields.textbox?.value).toContain(`said${i}.`)
  })

  test('is handed in with a file that another member attached, and what they had just typed is not lost', async () => {
    const {
      essay,
      sheets: [ofPloy, ofNat],
    } = await theirs()
    const file = `file-${(await makeSlot(db, course, essay)).id}`
    const { location, id } = await makeUpload(db, nat)
    expect(await ofPloy.refusedSubmit({ textbox: 'x', [file]: location })).toEqual({ invalid: [file] })
    await ofNat.save({ textbox: { ...typed('all of it, and one word more'), base: '' }, [file]: typed(location) })
    const { _id } = await ofPloy.submit({ textbox: 'all of it', [file]: location })
    const [attempt] = await ofNat.attempts()
    expect([attempt?._id, attempt?.response[file]]).toEqual([_id, expect.stringContaining(id)])
    expect((await ofNat.draft()).fields).toEqual({})
    expect((await ofNat.versions()).map(({ kind, fields }) => [kind, fields])).toEqual([
      ['handed_in', { textbox: 'all of it, and one word more' }],
    ])
  })

  test('leaves what somebody typed alone before to them alone, among their versions', async () => {
    const {
      group,
      june,
      sheets: [, ofNat, ofJune],
    } = await theirs()
    await ofJune.save({ textbox: typed('June’s first', 9) })
    await ofJune.save({ textbox: typed('June’s second', 8) })
    await enterGroup(db, course, group, june)
    expect((await ofJune.draft()).fields).toEqual({})
    const versions = (await ofJune.versions()).map(({ fields }) => fields.textbox)
    expect(versions.toSorted()).toEqual(['June’s first', 'June’s second'])
    expect(await ofNat.versions()).toEqual([])
  })

  test.each(['alone', 'by other groups'])(
    'stays with its members, not with who comes later, when staff have the assignment handed in %s',
    async (by) => {
      const {
        group,
        essay,
        june,
        sheets: [ofPloy, ofNat, ofJune],
      } = await theirs()
      await db
        .updateTable('group_members')
        .set({ accepted_at: ago({ hours: 1 }) })
        .where('group_id', '=', group.id)
        .execute()
      await ofPloy.save({ textbox: { ...typed('ours'), base: '' } })
      const grouping_id = by === 'alone' ? null : (await makeGroup(db, course, [ploy, nat, june])).grouping_id
      await changeAssignment(db, essay, { grouping_id })
      await enterGroup(db, course, group, june)
      expect((await ofNat.draft()).fields).toEqual({})
      const texts = async (one: typeof ofNat) => (await one.versions()).map(({ fields }) => fields.textbox)
      expect([await texts(ofNat), await texts(ofPloy), await texts(ofJune)]).toEqual([['ours'], ['ours'], []])
    },
  )

  test('takes nothing that was typed into a draft of somebody’s own, whose device has not heard of the group', async () => {
    const {
      group,
      june,
      sheets: [ofPloy, , ofJune],
    } = await theirs()
    const { owner_id } = await ofJune.save({ textbox: { ...typed('typed alone'), base: '' } })
    await enterGroup(db, course, group, june)
    const more = { textbox: { ...typed('typed alone, and more'), base: 'typed alone' } }
    await expect(ofJune.save(more, newId(), owner_id)).rejects.toMatchObject({ code: 'conflict' })
    expect((await ofPloy.draft()).fields).toEqual({})
    expect((await ofJune.save(more, newId(), group.id)).owner_id).toBe(group.id)
  })

  test('is told of to all of them as it is typed', async () => {
    const {
      essay,
      sheets: [ofPloy],
    } = await theirs()
    const address = `${await server.listen()}/api/users/notifications/stream`
    const ofNat = await openEvents(address, nat.token)
    await ofPloy.save({ textbox: typed('x') })
    const draft = { event: 'draft', data: { course_id: course.id, asgn_id: essay.id } }
    // An event of an earlier test may come first.
    let heard = await ofNat.next()
    while (!isDeepStrictEqual(heard, draft)) heard = await ofNat.next()
    await ofNat.close()
  })
})
