import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AttendanceRow } from '../../contract/attendance.ts'
import { createMarks, type Marking, type Outcome, type Sent } from './marks.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const present: Marking = { code: 3, excused: false }
const late: Marking = { code: 2, excused: false }
const rowOf = (_id: string, attendance: AttendanceRow['attendance'] = null, revision = 0): AttendanceRow => ({
  ...{ _id, first: _id, last: '', email: '', section: '', attendance, excused: false, note: '', revision },
})

/** A screen with the students a, b and c, and a server that answers when the test says so. */
function open(kept: [string, Marking][] = []) {
  const rows = new Map(['a', 'b', 'c'].map((id) => [id, rowOf(id)]))
  const sent: Sent[][] = []
  const answers: ((outcome: Outcome) => void)[] = []
  const seen = { kept, meanwhile: [] as string[], refused: 0 }
  const marks = createMarks({
    kept,
    keep: (pending) => {
      seen.kept = pending
    },
    rowOf: (id) => rows.get(id),
    send(items) {
      sent.push(items)
      return new Promise((answer) => answers.push(answer))
    },
    show: (some) => {
      for (const row of some) rows.set(row._id, row)
    },
    onMeanwhile: (some) => seen.meanwhile.push(...some.map(({ _id }) => _id)),
    onRefused: async () => seen.refused++,
  })
  const pass = (ms = 200) => vi.advanceTimersByTimeAsync(ms)
  return {
    ...{ marks, sent, rows, seen, pass },
    async answer(outcome?: Outcome) {
      const last = sent.at(-1) ?? []
      const saved = last.map(({ person_id, code, revision }) => rowOf(person_id, code, revision + 1))
      answers.shift()?.(outcome ?? { kind: 'saved', rows: saved })
      await pass(0)
    },
  }
}
const peopleIn = (items: Sent[] | undefined) => items?.map(({ person_id, code }) => `${person_id}${code}`)

test('what is marked at once goes in one request, and is kept on the device until it is saved', async () => {
  const { marks, sent, seen, pass, answer } = open()
  marks.mark(['a'], present)
  marks.mark(['b'], late)
  expect([marks.get().save, seen.kept.length]).toEqual(['saving', 2])
  await pass()
  expect(sent.map(peopleIn)).toEqual([['a3', 'b2']])
  await answer()
  expect([marks.get().save, seen.kept]).toEqual(['saved', []])
})

test('what is marked while a request is under way goes after it, from the newer revision', async () => {
  const { marks, sent, pass, answer } = open()
  marks.mark(['a'], present)
  await pass()
  marks.mark(['a'], late)
  marks.mark(['b'], present)
  await pass()
  expect(sent).toHaveLength(1)
  await answer()
  expect(peopleIn(sent[1])).toEqual(['a2', 'b3'])
  expect(sent[1]?.map(({ revision }) => revision)).toEqual([1, 0])
  await answer()
  expect(marks.get().pending.size).toBe(0)
})

test('without a network nothing is lost, and it is sent again', async () => {
  const { marks, sent, seen, pass, answer } = open()
  marks.mark(['a'], present)
  await pass()
  await answer({ kind: 'away' })
  expect([marks.get().save, marks.get().pending.size, seen.kept.length]).toEqual(['waiting', 1, 1])
  marks.mark(['b'], present)
  await pass(3_000)
  expect(peopleIn(sent[1])).toEqual(['a3', 'b3'])
  await answer()
  expect(marks.get().save).toBe('saved')
})

test('what this device had not saved when it was closed is sent once the screen stands', async () => {
  const { marks, sent, pass, answer } = open([['c', late]])
  expect(marks.get().pending.get('c')).toEqual(late)
  // React may discard a screen that it rendered.
  await pass()
  expect(sent).toEqual([])
  marks.start()
  expect(sent.map(peopleIn)).toEqual([['c2']])
  await answer()
  expect(marks.get().save).toBe('saved')
})

test('what is marked last is sent as the screen closes, and stays on the device when that fails', async () => {
  const { marks, sent, seen, pass, answer } = open()
  marks.start()
  marks.mark(['a'], present)
  marks.stop()
  expect(sent.map(peopleIn)).toEqual([['a3']])
  await answer({ kind: 'away' })
  await pass(10_000)
  expect([sent.length, seen.kept.length]).toEqual([1, 1])
  marks.start()
  expect(sent.map(peopleIn)).toEqual([['a3'], ['a3']])
  await answer()
  expect(marks.get()).toEqual({ pending: new Map(), save: 'saved' })
})

test('a mark that waited does not overwrite what somebody else marked meanwhile', async () => {
  const { marks, sent, seen, rows, pass, answer } = open([['c', { ...late, revision: 4 }]])
  rows.set('c', rowOf('c', 3, 5))
  marks.start()
  expect(sent[0]?.map(({ revision }) => revision)).toEqual([4])
  await answer({ kind: 'newer', rows: [rowOf('c', 3, 5)] })
  expect([seen.meanwhile, marks.get().pending.size]).toEqual([['c'], 0])

  marks.mark(['a'], present)
  expect(seen.kept).toEqual([['a', { ...present, revision: 0 }]])
  await pass()
  await answer({ kind: 'away' })
  rows.set('a', rowOf('a', 2, 1))
  await pass(3_000)
  expect(sent[2]?.map(({ revision }) => revision)).toEqual([0])
})

test('whoever marks again after a lost reply is not told that somebody else did', async () => {
  const { marks, sent, seen, pass, answer } = open()
  marks.mark(['a'], present)
  await pass()
  await answer({ kind: 'away' })
  marks.mark(['a'], late)
  await pass(3_000)
  await answer({ kind: 'newer', rows: [rowOf('a', 3, 1)] })
  expect(sent[2]?.map(({ code, revision }) => [code, revision])).toEqual([[2, 1]])
  await answer()
  expect([seen.meanwhile, marks.get()]).toEqual([[], { pending: new Map(), save: 'saved' }])
})

test('what somebody else marked meanwhile is shown, and the others are saved', async () => {
  const { marks, sent, seen, pass, answer, rows } = open()
  marks.mark(['a', 'b'], present)
  await pass()
  await answer({ kind: 'newer', rows: [rowOf('a', 1, 4)] })
  expect(seen.meanwhile).toEqual(['a'])
  expect(rows.get('a')?.attendance).toBe(1)
  expect(peopleIn(sent[1])).toEqual(['b3'])
  await answer()
  expect(marks.get().pending.size).toBe(0)
})

test('a request that was saved though its answer was lost is not taken for somebody else’s', async () => {
  const { marks, seen, pass, answer } = open()
  marks.mark(['a'], present)
  await pass()
  await answer({ kind: 'away' })
  await pass(3_000)
  await answer({ kind: 'newer', rows: [rowOf('a', 3, 1)] })
  expect([seen.meanwhile, marks.get().save]).toEqual([[], 'saved'])
})

test('a note alone goes without an attendance, which the student may have marked since', async () => {
  const { marks, sent, pass } = open()
  marks.mark(['a', 'b'], { excused: false, note: 'By bus' })
  marks.mark(['b'], late)
  marks.mark(['b'], { excused: false, note: 'By train' })
  await pass()
  expect(sent[0]).toEqual([
    { person_id: 'a', excused: false, note: 'By bus', revision: 0 },
    { person_id: 'b', code: 2, excused: false, note: 'By train', revision: 0 },
  ])
})

test('a note that waited stands beside what somebody else marked and wrote meanwhile', async () => {
  const { marks, sent, seen, rows, pass, answer } = open()
  rows.set('b', { ...rowOf('b', 1, 1), note: 'Ill.' })
  marks.mark(['a', 'b', 'c'], { excused: false, note: 'By bus' })
  marks.mark(['b'], { excused: false, note: 'Ill. By bus' })
  marks.mark(['c'], present)
  await pass()
  await answer({ kind: 'away' })
  await pass(3_000)
  await answer({
    kind: 'newer',
    rows: [rowOf('a', 3, 4), { ...rowOf('b', 1, 5), excused: true, note: 'Very ill.' }, rowOf('c', 2, 6)],
  })
  expect(sent[2]).toEqual([
    { person_id: 'a', excused: false, note: 'By bus', revision: 4 },
    { person_id: 'b', code: 1, excused: true, note: 'Very ill. By bus', revision: 5 },
    { person_id: 'c', excused: false, note: 'By bus', revision: 6 },
  ])
  expect(seen.meanwhile).toEqual(['c'])
})

test('what the server refuses is taken off the screen, and said', async () => {
  const { marks, seen, pass, answer } = open()
  marks.mark(['a'], present)
  await pass()
  await answer({ kind: 'refused' })
  expect([seen.refused, marks.get().pending.size, seen.kept]).toEqual([1, 0, []])
})

test('where somebody has left the course, the marks of the others are saved all the same', async () => {
  const { marks, sent, rows, seen, pass, answer } = open()
  marks.mark(['a', 'b', 'c'], present)
  await pass()
  rows.delete('b')
  await answer({ kind: 'refused' })
  expect(sent.map(peopleIn)).toEqual([
    ['a3', 'b3', 'c3'],
    ['a3', 'c3'],
  ])
  await answer()
  expect([marks.get().save, seen.refused, seen.kept]).toEqual(['saved', 1, []])
})
