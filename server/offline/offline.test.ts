import { Readable } from 'node:stream'
import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import type { OfflinePlan } from '../../contract/staff/offline.ts'
import { firstOptionId } from '../assignments/options.ts'
import { giveFeedback, makeQuestion, makeSlot, worksheetOf } from '../assignments/testing.ts'
import { seed } from '../changes/change.ts'
import { lockGrades } from '../grading/lock.ts'
import { readTable } from '../tables/read.ts'
import { sheetOf, workbook } from '../tables/testing.ts'
import { csvOf } from '../tables/write.ts'
import { addressOf } from '../testing/client.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { changeAssignment, enrol, makeAssignment, makeGroup, submit, type Thing } from '../testing/world.ts'
import { formOf, upload } from '../uploads/testing.ts'
import { namesIn } from './names.ts'
import { ownersIn } from './sheet.ts'
import { zipOf } from './zip.ts'

const server = await useServer()
const { db } = server
const { submissions: calls, offline, changes } = contract

let course: Thing
let essay: Thing
let question: Thing
let slot: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn
let nat: SignedIn

beforeEach(async () => {
  server.clock.reset()
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
  nat = await server.person({ first: 'Nat', last: '=Zumi' })
  await enrol(db, course, nat)
  essay = await makeAssignment(db, course, {
    ...{ name: 'Essay', has_text: true, score: 10, score_essay: 5, score_file: 2.5, attempts_allowed: 3 },
  })
  question = await makeQuestion(db, course, essay, ['yes', 'no'])
  slot = await makeSlot(db, course, essay)
})

const ofEssay = () => ({ course_id: course.id, asgn_id: essay.id })
const emailOf = ({ id }: SignedIn) => `ploy-${id}@example.org`
const item = () => `item-${question.id}`

async function handIn(person: SignedIn, textbox = 'Because.', filename = 'report.pdf'): Promise<Thing> {
  const file = await upload(person, `%PDF-1.7 of ${filename}`, filename)
  const answers = { textbox, [item()]: '0', [`file-${slot.id}`]: file.location }
  const { _id } = await worksheetOf(person, course, essay).submit(answers)
  return { id: _id }
}

const prepare = (people: 'all' | string[] = 'all', by = mali, language: 'en' | 'th' = 'en') =>
  by.call(offline.prepare, { params: ofEssay(), body: { people, language } })
async function download(
  people: 'all' | string[] = 'all',
  language: 'en' | 'th' = 'en',
): Promise<Record<string, Uint8Array>> {
  const answer = await server.withToken('').raw('GET', (await prepare(people, mali, language)).address)
  expect(answer.statusCode, answer.body).toBe(200)
  return unzipSync(new Uint8Array(answer.rawPayload))
}
const rowsIn = async (bytes: Uint8Array | undefined) =>
  (await readTable(Buffer.from(bytes ?? []), {})).rows.map(({ cells }) => cells)

const send = (bytes: string | Buffer, query: Record<string, string> = {}, by = mali) =>
  by.raw('POST', addressOf(offline.import, ofEssay(), query), formOf([{ filename: 'grades.csv', bytes }]))
async function plan(bytes: string | Buffer, by = mali): Promise<OfflinePlan> {
  const answer = await send(bytes, { dry_run: 'true' }, by)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}
async function apply(bytes: string | Buffer, by = mali): Promise<OfflinePlan> {
  const answer = await send(bytes, { digest: (await plan(bytes, by)).digest }, by)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}
const feedbackOf = async ({ id }: Thing) =>
  (await arthit.call(calls.work, { params: { course_id: course.id, submission_id: id } })).feedback
const save = async (one: Thing, points: string, by = arthit) =>
  by.call(calls.save, {
    params: { course_id: course.id, submission_id: one.id },
    revision: (await feedbackOf(one)).revision,
    body: { parts: { textbox: points }, applied: [], override: null, override_reason: '', comment: '' },
  })
/** The sheet with other cells in the row of a work, by the beginning of their headings. */
async function filledIn(cells: [Thing, Record<string, string>][]): Promise<string> {
  const rows = await rowsIn((await download())['grades.csv'])
  const [head = []] = rows
  const place = (begins: string) => head.findIndex((title) => title.startsWith(begins))
  for (const [one, given] of cells) {
    const row = rows.find(([id]) => id === one.id)
    for (const [begins, cell] of Object.entries(given)) if (row) row[place(begins)] = cell
  }
  return csvOf(rows.map((row) => head.map((_, i) => row[i] ?? '')))
}

describe('an archive', () => {
  test('has of everyone the answers and the files in a folder, and a sheet to fill in', async () => {
    const one = await handIn(ploy, 'It *rains*.', '../Ploy’s: report.pdf')
    await handIn(nat)
    const files = await download()
    expect(Object.keys(files).sort()).toEqual([
      'Nat =Zumi/answers.md',
      'Nat =Zumi/report.pdf',
      'Ploy Jaidee/Ploy’s_ report.pdf',
      'Ploy Jaidee/answers.md',
      'grades.csv',
      'grades.xlsx',
    ])
    expect(strFromU8(files['Ploy Jaidee/Ploy’s_ report.pdf'] as Uint8Array)).toContain('%PDF-1.7')
    const text = strFromU8(files['Ploy Jaidee/answers.md'] as Uint8Array)
    expect(text).toContain('# Essay\n\nPloy Jaidee\n\nAttempt 1, submitted ')
    expect(text).toContain('## Text (5 points)\n\nIt *rains*.')
    expect(text).toMatch(/## Question 1 \(.* points\)\n\n.+\n\n### Answer\n\nyes/)
    expect(text).toContain('## Files\n\n- Ploy’s_ report.pdf')
    const [head, , row] = await rowsIn(files['grades.csv'])
    expect(head).toEqual([
      ...['Work id', 'Revision', 'Name', 'Email', 'Folder', 'Attempt', 'Submitted', 'Late'],
      ...['Text / 5 [textbox]', expect.stringMatching(/^Question 1 \/ .* \[item-/), 'Files / 2.5 [file]'],
      ...['Score (worked out)', 'Comment'],
    ])
    expect(row?.slice(0, 6)).toEqual([one.id, '0', 'Ploy Jaidee', emailOf(ploy), 'Ploy Jaidee', '1'])
    expect(await rowsIn(files['grades.xlsx'])).toEqual(
      (await rowsIn(files['grades.csv'])).map((cells) => cells.map((cell) => cell.replace(/^'=/, '='))),
    )
  })

  test('speaks the language of whoever downloads it, and its sheet is read in each', async () => {
    const one = await handIn(ploy, '')
    const files = await download('all', 'th')
    const text = strFromU8(files['Ploy Jaidee/answers.md'] as Uint8Array)
    for (const words of ['ครั้งที่ 1 ส่งเมื่อ ', '## คำตอบแบบข้อความ (5 คะแนน)', '*ไม่ได้ตอบ*', '### คำตอบ', '## ไฟล์'])
      expect(text).toContain(words)
    const rows = await rowsIn(files['grades.csv'])
    const [head = []] = rows
    expect(head.slice(0, 3)).toEqual(['รหัสงาน', 'รุ่น', 'ชื่อ'])
    expect(head.at(-1)).toBe('ความคิดเห็น')
    const row = rows.find(([id]) => id === one.id) ?? []
    row[head.findIndex((title) => title.endsWith('[textbox]'))] = '4'
    row[head.length - 1] = 'ดีมาก'
    await apply(csvOf(rows.map((cells) => head.map((_, i) => cells[i] ?? ''))))
    expect(await feedbackOf(one)).toMatchObject({ comment: 'ดีมาก' })
    expect((await feedbackOf(one)).parts.find(({ part }) => part === 'textbox')?.points).toBe('4')
  })

  test('has those alone who are chosen, and of each the attempt that counts', async () => {
    await handIn(nat)
    await handIn(ploy, 'First')
    await handIn(ploy, 'Second')
    const text = async () => strFromU8((await download([ploy.id]))['Ploy Jaidee/answers.md'] as Uint8Array)
    expect(Object.keys(await download([ploy.id])).some((path) => path.startsWith('Nat'))).toBe(false)
    expect(await text()).toContain('Second')
    await changeAssignment(db, essay, { counts: 'first' })
    expect(await text()).toContain('First')
  })

  test('of a group has its name and its members', async () => {
    const group = await makeGroup(db, course, [ploy, nat])
    await changeAssignment(db, essay, { grouping_id: group.grouping_id })
    await submit(db, course, essay, group)
    expect(strFromU8((await download())['Group 1/answers.md'] as Uint8Array)).toContain(
      'Group 1, Nat =Zumi, Ploy Jaidee',
    )
  })

  test('names nobody while names are hidden', async () => {
    await handIn(ploy, 'Mine', 'ploy.pdf')
    await arthit.call(contract.hiddenNames.set, { params: ofEssay(), body: { hidden: true } })
    const files = await download()
    const all = Object.entries(files).map(([path, bytes]) => (path.endsWith('xlsx') ? path : path + strFromU8(bytes)))
    expect(all.join('\n').replaceAll('%PDF-1.7 of ploy.pdf', '')).not.toMatch(/ploy|jaidee/i)
    expect(Object.keys(files).find((path) => path.endsWith('.pdf'))).toMatch(/^Student \d+\/file-1\.pdf$/)
    const { rows } = await plan(await filledIn([]))
    expect(rows).toMatchObject([{ name: '', hidden: { number: expect.any(Number), is_group: false } }])
  })

  test('has the works by number while names are hidden, for the order of names would tell', async () => {
    await handIn(nat)
    await handIn(ploy)
    await arthit.call(contract.hiddenNames.set, { params: ofEssay(), body: { hidden: true } })
    await mali.call(calls.submissions, { params: ofEssay() })
    // By name Nat comes first.
    await sql`
      update hidden_names set number = case when owner_id = ${ploy.id} then 11 else 12 end
      where assignment_id = ${essay.id}`.execute(db)
    const rows = await rowsIn((await download())['grades.csv'])
    const place = rows[0]?.indexOf('Name') ?? 0
    expect(rows.slice(1).map((cells) => cells[place])).toEqual(['Student 11', 'Student 12'])
  })

  test('opens by its address alone, as it was signed, for five minutes', async () => {
    await handIn(ploy)
    const { address, works, files } = await prepare()
    expect([works, files]).toEqual([1, 1])
    const statusOf = async (path: string) => (await server.withToken('').raw('GET', path)).statusCode
    expect(await statusOf(address)).toBe(200)
    expect(await statusOf(address.replace(/s=./, (s) => (s === 's=A' ? 's=B' : 's=A')))).toBe(404)
    expect(await statusOf(address.replace(course.id, essay.id))).toBe(404)
    expect((await server.withToken('').raw('HEAD', address)).rawPayload.length).toBe(0)
    server.clock.pass({ minutes: 4 })
    expect(await statusOf(address)).toBe(200)
    server.clock.pass({ minutes: 2 })
    expect(await statusOf(address)).toBe(404)
  })

  test('is read one file at a time, and not further than somebody reads', async () => {
    const opened: number[] = []
    const entries = Array.from({ length: 50 }, (_, n) => ({
      ...{ path: `${n}.bin`, at: new Date(), compress: false },
      open: async () => {
        opened.push(n)
        return Readable.from([Buffer.alloc(100_000), Buffer.alloc(100_000)])
      },
    }))
    const zip = zipOf(entries)
    await new Promise((done) => zip.once('readable', done))
    zip.read()
    expect(opened.length).toBeLessThan(5)
    zip.destroy()
  })

  test('has names that every system takes, each once', () => {
    const name = namesIn('file')
    expect(['a.pdf', 'A.PDF', 'con.txt', '..', 'x?.txt', 'end. '].map(name)).toEqual([
      ...['a.pdf', 'A (2).PDF', '_con.txt', 'file', 'x_.txt', 'end'],
    ])
    const folder = namesIn('folder')
    expect(['../../etc', 'Somchai/Jaidee', 'Somchai-Jaidee'].map(folder)).toEqual([
      ...['..-..-etc', 'Somchai-Jaidee', 'Somchai-Jaidee (2)'],
    ])
    expect(folder('ก'.repeat(200)).length).toBe(60)
    // Other systems than Windows count bytes, of which a Thai letter has three and a picture has four.
    for (const long of ['ก'.repeat(110), '📄'.repeat(110)]) {
      const [one, other] = [name(`${long}.pdf`), name(`${long}.pdf`)]
      expect([one, other].map((each) => Buffer.byteLength(each) <= 255)).toEqual([true, true])
      expect([one.endsWith('.pdf'), other.endsWith(' (2).pdf')]).toEqual([true, true])
    }
  })

  test('is called as its assignment, also with a slash in that', async () => {
    await changeAssignment(db, essay, { name: 'Quiz 1/2' })
    const { address, filename } = await prepare()
    expect(filename).toBe('Quiz 1-2.zip')
    const answer = await server.withToken('').raw('HEAD', address)
    expect(answer.headers['content-disposition']).toContain('filename="Quiz 1-2.zip"')
  })
})

describe('a sheet that comes back', () => {
  test('says before what becomes of each row, is written as one change, and undone as one', async () => {
    const [one, other] = [await handIn(ploy), await handIn(nat)]
    const sheet = await filledIn([
      [one, { Text: '4,5', Files: '2', Comment: '=Well done\nreally' }],
      [other, { Text: '3' }],
    ])
    const { rows, digest } = await plan(sheet)
    const auto = (await feedbackOf(one)).parts.find(({ part }) => part === item())?.points
    expect(rows.find(({ _id }) => _id === one.id)).toMatchObject({
      ...{ fate: 'new', name: 'Ploy Jaidee', before: null, after: String(6.5 + Number(auto)), comment: true },
      parts: [
        { part: 'textbox', before: null, after: '4.5' },
        { part: 'file', before: null, after: '2' },
      ],
    })
    // Nobody has graded the file.
    expect(rows.find(({ _id }) => _id === other.id)).toMatchObject({ fate: 'new', after: null })
    expect((await feedbackOf(one)).revision).toBe(0)
    expect((await send(sheet, { digest })).statusCode).toBe(200)
    expect(await feedbackOf(one)).toMatchObject({
      comment: '=Well done\nreally',
      grader: { first: 'Mali' },
      revision: 1,
    })
    expect((await feedbackOf(one)).parts.map(({ by }) => by)).toEqual(['hand', 'auto', 'hand'])
    const [change] = (await arthit.call(changes.list, { params: { course_id: course.id } })).items
    expect(change).toMatchObject({ kind: 'marking_imported', about: { title: 'Essay', count: 2 } })
    await arthit.call(changes.undo, { params: { course_id: course.id, change_id: change?._id ?? '' } })
    expect(await feedbackOf(one)).toMatchObject({ score: null, comment: '' })
  })

  test('says of which works the points change no score, because that was given to the work as a whole', async () => {
    const [one, other] = [await handIn(ploy), await handIn(nat)]
    await arthit.call(calls.save, {
      params: { course_id: course.id, submission_id: one.id },
      revision: 0,
      body: { parts: {}, applied: [], override: '6', override_reason: 'Spoke about it', comment: '' },
    })
    const sheet = await filledIn([
      [one, { Text: '4' }],
      [other, { Text: '3' }],
    ])
    const asWhole = async (sheet: string) =>
      (await plan(sheet)).rows.map(({ _id, as_whole, before, after }) => [_id === one.id, as_whole, before, after])
    expect((await asWhole(sheet)).toSorted()).toEqual([
      [false, false, null, null],
      [true, true, '6', '6'],
    ])
    // A comment alone says nothing of points.
    expect(await asWhole(await filledIn([[one, { Comment: 'Well done' }]]))).toContainEqual([true, false, '6', '6'])
  })

  test('does not overwrite what was graded meanwhile; what the same person imported goes on', async () => {
    const [one, other] = [await handIn(ploy), await handIn(nat)]
    const sheet = await filledIn([
      [one, { Text: '4' }],
      [other, { Text: '3' }],
    ])
    await save(one, '5')
    const { rows } = await apply(sheet)
    expect(rows.find(({ _id }) => _id === one.id)).toMatchObject({
      ...{ fate: 'refused', problem: 'graded_meanwhile', value: 'Arthit Jaidee' },
      parts: [{ part: 'textbox', before: '5', after: '4' }],
    })
    expect(rows.find(({ _id }) => _id === other.id)).toMatchObject({ fate: 'new' })
    expect((await feedbackOf(one)).parts[0]?.points).toBe('5')
    // Mali fills in more of the same sheet.
    const more = sheet.replace(/,3,/, ',3.5,')
    expect((await apply(more)).rows.find(({ _id }) => _id === other.id)).toMatchObject({ fate: 'changed' })
    // What she grades on the screen, the sheet does not know.
    await save(other, '4.5', mali)
    expect((await plan(sheet)).rows.find(({ _id }) => _id === other.id)).toMatchObject({
      ...{ problem: 'graded_meanwhile', value: 'Mali Jaidee' },
    })
    await save(other, '1')
    expect((await plan(sheet)).rows.find(({ _id }) => _id === other.id)).toMatchObject({ problem: 'graded_meanwhile' })
  })

  test('without its revisions says so of what was graded meanwhile, and names nobody who graded it', async () => {
    const [one, other] = [await handIn(ploy), await handIn(nat)]
    const sheet = await filledIn([
      [one, { Text: '4' }],
      [other, { Text: '3' }],
    ])
    await save(one, '5')
    const { rows } = await plan(sheet.replace('Revision', 'Rev.'))
    const refused = rows.find(({ _id }) => _id === one.id)
    expect(refused).toMatchObject({ fate: 'refused', problem: 'revision_missing' })
    expect(refused?.value).toBeUndefined()
    expect(rows.find(({ _id }) => _id === other.id)).toMatchObject({ fate: 'new' })
  })

  test('brings back no points that came by an earlier key or rubric, and those that a grader put in their place', async () => {
    const [one, other] = [await handIn(ploy), await handIn(nat)]
    const add = { params: ofEssay(), body: { part: 'textbox', title: 'No example', points: '-1' } }
    const rubric = await mali.call(calls.addItem, add)
    const params = { course_id: course.id, submission_id: one.id }
    const form = { parts: {}, applied: [rubric._id], override: null, override_reason: '', comment: '' }
    await mali.call(calls.save, { params, revision: 0, body: form })
    const sheet = await filledIn([
      [one, { Files: '2' }],
      [other, { Text: '3', 'Question 1': '1' }],
    ])
    const cells = (await rowsIn(Buffer.from(sheet))).find(([id]) => id === one.id)
    expect(cells?.slice(8, 10)).toEqual(['4 by the rubric', '2.5 by itself'])
    const id = { ...ofEssay(), item_id: rubric._id }
    await mali.call(calls.editItem, { params: id, revision: rubric.revision, body: { points: '-2' } })
    const { revision = 0 } = await arthit.call(contract.assignments.one, { params: ofEssay() })
    const choices = ['yes', 'no'].map((text, i) => ({ _id: firstOptionId(i), text, correct: i === 1 }))
    const corrected = { _id: question.id, kind: 'one' as const, question: 'Why?', score: 2.5, choices }
    await arthit.call(contract.assignments.edit, {
      params: ofEssay(),
      revision,
      body: { assignment_questionset: [corrected] },
    })
    await apply(sheet)
    const partsOf = async (work: Thing) => (await feedbackOf(work)).parts.map(({ points, by }) => [points, by])
    expect(await partsOf(one)).toEqual([
      ['3', 'rubric'],
      ['0', 'auto'],
      ['2', 'hand'],
    ])
    expect((await partsOf(other)).slice(0, 2)).toEqual([
      ['3', 'hand'],
      ['1', 'hand'],
    ])
  })

  test('that was shown before another one graded is refused whole', async () => {
    const one = await handIn(ploy)
    const sheet = await filledIn([[one, { Text: '4' }]])
    const { digest } = await plan(sheet)
    await save(one, '5')
    const answer = await send(sheet, { digest })
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'conflict'])
    expect((await feedbackOf(one)).parts[0]?.points).toBe('5')
  })

  test('counts in the history what it wrote, also where a work was graded while it waited for its turn', async () => {
    const [one, other] = [await handIn(ploy), await handIn(nat)]
    const sheet = await filledIn([
      [one, { Text: '4' }],
      [other, { Text: '3' }],
    ])
    const turn = Promise.withResolvers<void>()
    const held = seed(db, async (trx) => {
      await lockGrades(trx, course.id, [essay.id], 'alone')
      await turn.promise
      await giveFeedback(trx, course, { _id: one.id }, { grader_id: arthit.id, score: 5 })
    })
    const sent = send(sheet)
    const waiting = sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1)
    turn.resolve()
    await held
    expect(
      (await sent)
        .json()
        .data.rows.map(({ fate }: { fate: string }) => fate)
        .sort(),
    ).toEqual(['new', 'refused'])
    const [change] = (await arthit.call(changes.list, { params: { course_id: course.id } })).items
    expect(change).toMatchObject({ kind: 'marking_imported', about: { count: 1 } })
  })

  test('damages nothing when it is sorted, half filled or wrong', async () => {
    const one = await handIn(ploy)
    await handIn(nat)
    const strange = await submit(db, course, await makeAssignment(db, course), ploy)
    const lines = [
      `Comment,[textbox],Nothing,Work id,[item-${course.id}]`,
      `,x,,${one.id},`,
      `,,,${one.id},`,
      `,1,,${strange.id},`,
      ',1,,,',
      `,,,${one.id},`,
    ]
    const { rows, columns } = await plan(lines.join('\n'))
    expect(columns.map(({ kind }) => kind)).toEqual(['comment', 'textbox', '', 'work', `item-${course.id}`])
    expect(rows.map(({ problem, value }) => [problem, value])).toEqual([
      ['points_bad', 'x'],
      ['work_twice', '2'],
      ['work_unknown', strange.id],
      ['work_missing', undefined],
      ['work_twice', '2'],
    ])
    const asked = await plan(`Work id,[item-${course.id}]\n${one.id},3\n`)
    expect(asked.rows).toMatchObject([{ problem: 'part_not_asked', value: '3' }])
    expect((await plan(`Work id,Comment\n${one.id},${'x'.repeat(5_001)}\n`).catch(() => null))?.rows).toBe(undefined)
  })

  test('in which only some columns were sorted names another’s work, and writes nothing of it', async () => {
    const [one, other] = [await handIn(ploy), await handIn(nat)]
    const swapped = await filledIn([
      [one, { Text: '4', Name: 'Nat =Zumi' }],
      [other, { Text: '3', Name: 'Natalie, as she is called by now' }],
    ])
    const { rows } = await apply(swapped)
    expect(rows.find(({ _id }) => _id === one.id)).toMatchObject({ problem: 'work_mixed', value: 'Nat =Zumi' })
    expect(rows.find(({ _id }) => _id === other.id)).toMatchObject({ fate: 'new' })
    expect((await feedbackOf(one)).revision).toBe(0)
    await arthit.call(contract.hiddenNames.set, { params: ofEssay(), body: { hidden: true } })
    // A refusal does not reveal hidden names.
    expect((await plan(swapped)).rows.map(({ problem }) => problem)).not.toContain('work_mixed')
  })

  test('in which only some columns were sorted tells people of one name apart by their addresses', async () => {
    const namesake = await server.person({ first: 'Ploy', last: 'Jaidee' })
    await enrol(db, course, namesake)
    const [one, other] = [await handIn(ploy), await handIn(namesake)]
    const swapped = await filledIn([
      [one, { Text: '4', Email: emailOf(namesake).toUpperCase() }],
      [other, { Text: '3', Email: emailOf(ploy) }],
    ])
    expect((await apply(swapped)).rows).toMatchObject([
      { _id: one.id, problem: 'work_mixed', value: emailOf(namesake) },
      { _id: other.id, problem: 'work_mixed', value: emailOf(ploy) },
    ])
    const right = await filledIn([[one, { Text: '4' }]])
    expect((await plan(right)).rows.map(({ fate }) => fate).sort()).toEqual(['new', 'unchanged'])
    await arthit.call(contract.hiddenNames.set, { params: ofEssay(), body: { hidden: true } })
    // While names are hidden no address says whose a work is, neither in a sheet nor by a refusal.
    expect(await filledIn([])).not.toContain('@')
    expect((await plan(swapped)).rows.map(({ problem }) => problem)).not.toContain('work_mixed')
  })

  test('whose headings lost their ids says which points it leaves out, by what the columns are called', async () => {
    const one = await handIn(ploy)
    const sheet = await filledIn([[one, { Text: '4', Files: '2', Comment: 'Well done' }]])
    const [head = '', ...rest] = sheet.split('\r\n')
    const titles = head.split(',')
    const places = (begins: string[]) => begins.map((one) => titles.findIndex((title) => title.startsWith(one)))
    const without = (ids: RegExp) => [head.replace(ids, ''), ...rest].join('\r\n')
    expect((await plan(sheet)).unplaced_points).toEqual([])
    // A group that is called 7 has its work in a folder of that name.
    const folder = places(['Folder'])[0] ?? 0
    const numbered = rest.map((row) => row.split(',').toSpliced(folder, 1, '7').join(','))
    expect((await plan([head, ...numbered].join('\r\n'))).unplaced_points).toEqual([])
    const lost = await plan(without(/ \[[^\]]*\]/g))
    expect(lost.unplaced_points).toEqual(places(['Text', 'Files']))
    expect(lost.rows).toMatchObject([{ parts: [], comment: true }])
    const halfLost = await plan(without(/ \[file\]/))
    expect(halfLost.unplaced_points).toEqual(places(['Files']))
    // Two columns of one part: the first one counts.
    expect((await plan(sheet.replace('[file]', '[textbox]'))).unplaced_points).toEqual(places(['Files']))
    // Who says of a column that it is not to be read knows.
    const columns = (await plan(sheet)).columns.map(({ kind }) => (kind === 'file' ? '' : kind)).join(',')
    const answer = await send(sheet, { dry_run: 'true', columns })
    expect(answer.json().data.unplaced_points).toEqual([])
  })

  test('with a formula without its result, or an error, says so and takes no empty cell for it', async () => {
    const [one, other] = [await handIn(ploy), await handIn(nat)]
    const sheet = sheetOf([
      ['Work id', 'Text [textbox]', 'Files [file]', 'Notes'],
      [one.id, { formula: 'C2*2' }, 1, ''],
      [other.id, { formula: '1+2', value: '3' }, { error: '#DIV/0!' }, { error: '#REF!' }],
    ])
    expect((await plan(workbook({ Grades: sheet }))).rows).toMatchObject([
      { problem: 'not_worked_out', value: '=C2*2' },
      { problem: 'points_bad', value: '#DIV/0!' },
    ])
  })

  test('that is as it went out changes nothing, whatever stands in it', async () => {
    const [one, other] = [await handIn(ploy), await handIn(nat)]
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.stringMatching(/^['=+@\t\r\n -]{0,3}[a-zก-ฮ,;"\n]{0,10}$/),
    )
    const points = fc.integer({ min: 0, max: 500 }).map((cents) => String(cents / 100))
    await fc.assert(
      fc.asyncProperty(text, text, points, async (first, second, given) => {
        for (const [work, comment] of [
          [one, first],
          [other, second],
        ] as const)
          await arthit.call(calls.save, {
            params: { course_id: course.id, submission_id: work.id },
            revision: (await feedbackOf(work)).revision,
            body: {
              ...{ parts: { textbox: given }, applied: [], override: null, override_reason: '' },
              comment: comment.toWellFormed().replaceAll('\0', ''),
            },
          })
        const files = await download()
        for (const name of ['grades.csv', 'grades.xlsx'])
          expect((await plan(Buffer.from(files[name] ?? []))).rows.map(({ fate }) => fate)).toEqual([
            ...['unchanged', 'unchanged'],
          ])
      }),
      { numRuns: 6, examples: [['key\u{10fffe}__', 'a\u0083 b\ufffdc', '1']] },
    )
  })
})

test('a cell has the name of a person, or of a group with its members, and is not searched without end', () => {
  expect(ownersIn('Rain, Ploy, Nat')).toEqual(['Rain', 'Rain, Ploy', 'Rain, Ploy, Nat'])
  expect(ownersIn(', '.repeat(1_000_000)).length).toBeLessThan(300)
})
