import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { accommodate, enrol, enterGroup, makeAssignment, makeCourse, makeGroup } from '../testing/world.ts'
import { worksheetOf } from './testing.ts'

/*
 * Around the nights at which clocks are put back or forward: every place that says when work is due, what late work
 * loses, or whether anything is taken says the same, and what is counted here by the clock on the wall of the course.
 */

const server = await useServer()
const { db, clock } = server
const { assignments, courses, exceptions, feedback, gradebook, grading, people, submissions } = contract
const everybody = [await server.person(), await server.person(), await server.person()] as const

/** The clock on the wall of a zone. */
const wallOf = (at: Date, timeZone: string) =>
  new Date(`${new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at)}Z`)
const DAY = 86_400_000
/** So many days later by the clock on the wall. */
function later(at: Date, days: number, zone: string): Date {
  if (days === 0) return at
  const wall = wallOf(at, zone).getTime() + days * DAY
  const near = at.getTime() + days * DAY
  const found = [-1, 0, 1]
    .map((h) => new Date(near + h * 3_600_000))
    .find((one) => wallOf(one, zone).getTime() === wall)
  return found ?? new Date(near)
}
const latest = (...dates: (Date | null)[]) => new Date(Math.max(...dates.map((one) => one?.getTime() ?? 0)))

const night = fc.constantFrom('2026-10-25T01:00:00Z', '2027-03-28T01:00:00Z')
const hours = (min: number, max: number) => fc.integer({ min, max })
const rule = fc.constantFrom(
  { kind: 'none' as const },
  { kind: 'refuse' as const },
  { kind: 'percent' as const, percent: 15, floor: 30 },
  { kind: 'bank' as const, days: 2 },
)
/** When it is due, in hours after everybody's date; null: as everybody. */
const exception = fc.record({ due: fc.option(hours(0, 60), { freq: 1 }), minutes: fc.constantFrom(0, 0, 25, 3_000) })
const world = fc.record({
  ...{ night, rule, zone: fc.constantFrom('Europe/Berlin', 'Asia/Bangkok') },
  /** Around the night. */
  due: hours(-60, 10),
  /** After it is due. */
  closes: fc.option(hours(0, 90)),
  /** In minutes: more than a day's, so that more of it is seen in days as well. */
  limit: fc.option(fc.constantFrom(50, 1_500)),
  person: exception,
  section: exception,
  ofGroup: exception,
  days: hours(0, 2),
  percent: fc.constantFrom(100, 100, 133, 250),
  isForGroup: fc.boolean(),
  /** When it is handed in: after the due date of the student, in hours, and whether just at the edge. */
  at: fc.constantFrom(-30, -5, -1, 0, 5, 24, 30, 48, 60, 75),
  edge: fc.constantFrom('at a day', 'just after', 'between'),
})
type World = typeof world extends fc.Arbitrary<infer T> ? T : never

async function check(w: World) {
  clock.reset()
  let [arthit, ploy, nat]: readonly SignedIn[] = everybody
  if (!arthit || !ploy || !nat) return
  const due_at = new Date(Date.parse(w.night) + w.due * 3_600_000)
  const after = (n: number | null) => (n === null ? null : new Date(due_at.getTime() + n * 3_600_000))
  const course = await makeCourse(db, { late_rule: JSON.stringify(w.rule), zone: w.zone })
  await enrol(db, course, arthit, 'instructor')
  await enrol(db, course, ploy, 'student', { section: '1' })
  await enrol(db, course, nat, 'student', { section: '2' })
  const group = await makeGroup(db, course, [ploy])
  await enterGroup(db, course, group, nat)
  const grouping_id = w.isForGroup ? group.grouping_id : null
  const column = { gradable_name: 'Essay', gradable_score: 10 }
  const closes_at = after(w.closes)
  const terms = { due_at, closes_at, attempts_allowed: 2, grouping_id, time_limit: w.limit }
  const essay = await makeAssignment(db, course, { has_text: true, score: 10, ...terms })
  const accommodation = { extra_days: w.days, time_percent: w.percent }
  if (w.days > 0 || w.percent > 100) await accommodate(db, course, ploy, accommodation)
  const params = { course_id: course.id, asgn_id: essay.id }
  const zero_from = due_at.toISOString()
  const columnBody = { ...column, assignment_id: essay.id, zero_from, released: true }
  const { _id: columnId } = await arthit.call(grading.addColumn, { params, body: columnBody })
  const given = [
    { people: [ploy.id], ...w.person },
    { sections: ['1'], ...w.section },
    ...(w.isForGroup ? [{ groups: [group.id], ...w.ofGroup }] : []),
  ].filter(({ due, minutes }) => due !== null || minutes > 0)
  const body = given.map((one) => ({ ...one, due: after(one.due)?.toISOString() ?? null }))
  if (body.length > 0) await arthit.call(exceptions.put, { params, body })

  const plus = (date: Date, minutes: number) => new Date(date.getTime() + minutes * 60_000)
  const byMinutes = w.limit === null ? 0 : Math.ceil((w.limit * w.percent) / 100) - w.limit
  const accommodated = (date: Date) => plus(later(date, w.days, w.zone), byMinutes)
  /** Everybody's date, so much later as each exception gives minutes. */
  const withMinutes = (date: Date, all = given) => all.map(({ minutes }) => plus(date, w.limit === null ? 0 : minutes))
  const withoutDate = given.filter((one) => one.due === null)
  const own = [...given.map((one) => after(one.due)), ...withMinutes(due_at, withoutDate)]
  const base = latest(due_at, after(w.section.due))
  const due = latest(base, accommodated(base), ...own)
  const daysLate = (at: Date) => [...Array(9).keys()].find((n) => at <= later(due, n, w.zone)) ?? 9
  const keeps = (n: number) => (w.rule.kind === 'percent' ? Math.max(w.rule.floor, 100 - w.rule.percent * n) : 100)
  const hasPenalty = w.rule.kind === 'percent' || w.rule.kind === 'bank'
  const penaltyAt = (at: Date) =>
    hasPenalty && daysLate(at) > 0 ? { days: daysLate(at), keeps: keeps(daysLate(at)) } : undefined

  const place =
    w.edge === 'between' ? new Date(due.getTime() + w.at * 3_600_000) : later(due, Math.trunc(w.at / 24), w.zone)
  const now = new Date(place.getTime() + (w.edge === 'just after' ? 1 : 0))
  clock.pass({ ms: now.getTime() - clock.now().getTime() })
  // Sessions end in the months between.
  ;[arthit, ploy, nat] = [await server.signIn(arthit), await server.signIn(ploy), await server.signIn(nat)]
  const page = worksheetOf(ploy, course, essay)
  const sheet = await page.my()
  const listOf = async (person: SignedIn) =>
    (await person.call(assignments.mine, { params })).find(({ _id }) => _id === essay.id)
  const listed = await listOf(ploy)
  const upcoming = (await ploy.call(courses.upcoming)).find(({ location }) => location.includes(essay.id))
  const soon = (await ploy.call(assignments.due, { params })).find(({ _id }) => _id === essay.id)
  const onPage = async () =>
    (await arthit.call(people.one, { params: { course_id: course.id, person_id: ploy.id } })).assignments[0]
  const iso = due.toISOString()
  expect([sheet.assignment_due, listed?.assignment_due, listed?.due, (await onPage())?.assignment_due]).toEqual([
    iso,
    iso,
    iso,
    iso,
  ])
  expect(upcoming?.datetime, 'upcoming').toBe(due >= now ? iso : undefined)
  expect(soon?.assignment_due, 'due in a day').toBe(due > now && due.getTime() - now.getTime() <= DAY ? iso : undefined)
  const closes = sheet.assignment_closes ? new Date(sheet.assignment_closes) : null
  expect(listed?.assignment_closes).toBe(sheet.assignment_closes)
  if (closes) expect(closes >= due).toBe(true)
  const hasDate = w.rule.kind === 'none' || w.rule.kind === 'percent'
  const date = closes_at && latest(due, accommodated(closes_at), ...withMinutes(closes_at))
  // Without late days it closes when it is due; those of a bank may end before its date.
  if (w.rule.kind !== 'bank') expect(closes).toEqual(hasDate ? date : due)
  const { latest_closing } = await arthit.call(submissions.submissions, { params })
  expect(latest_closing, 'of anybody').toBe(sheet.assignment_closes)
  const zeros = await arthit.call(grading.table, { params })
  const zero = zeros.rows.find(({ _id }) => _id === ploy.id)?.zero_from?.[columnId] ?? zero_from
  const { items: missing } = await ploy.call(gradebook.explain, { params })
  expect([zero, missing[0]?.zero_from]).toEqual([iso, iso])
  const isClosed = closes !== null && now > closes
  expect(sheet.can.reason).toBe(isClosed ? 'assignment_closed' : w.limit === null ? null : 'not_begun')
  const penalty = isClosed ? undefined : penaltyAt(now)
  expect([sheet.penalty, listed?.penalty]).toEqual([penalty, penalty])
  if (penalty) expect(sheet.penalty_now).toEqual({ ...penalty, until: later(due, penalty.days, w.zone).toISOString() })
  expect([sheet.late, listed?.late]).toEqual([now > due, now > due])
  if (isClosed) {
    expect(await page.refusedSubmit({ textbox: 'x' })).toBe('assignment_closed')
    return
  }

  if (w.limit !== null) {
    const minutes = w.limit + Math.max(byMinutes, ...given.map((one) => one.minutes))
    expect(sheet.assignment_time_limit).toBe(minutes)
    const { ends_at } = await ploy.call(assignments.begin, { params })
    const end = plus(now, minutes)
    expect(new Date(ends_at)).toEqual(closes && closes < end ? closes : end)
  }
  const receipt = await page.submit({ textbox: 'x' })
  const ofWork = { course_id: course.id, submission_id: receipt._id }
  const { feedback: grade } = await arthit.call(submissions.work, { params: ofWork })
  expect(grade.penalty ?? undefined, 'of the grader').toEqual(penaltyAt(now))
  const grades = { parts: { textbox: '10' }, applied: [], override: null, override_reason: '', comment: '' }
  await arthit.call(submissions.save, { params: ofWork, revision: grade.revision, body: grades })
  await arthit.call(submissions.release, { params, body: { people: 'all', shown: true } })
  const mine = await page.my()
  const { items } = await arthit.call(submissions.submissions, { params })
  const [attempt] = await page.attempts()
  const isLate = now > due
  const all = [receipt.late, mine.my?.late, attempt?.late, (await listOf(ploy))?.my?.late, (await onPage())?.late]
  const works = items.filter(({ submitted }) => submitted)
  expect([...all, ...works.map(({ late }) => late), (await page.receipt(receipt._id)).late]).toEqual(
    Array(all.length + works.length + 1).fill(isLate),
  )
  expect([mine.penalty, (await listOf(ploy))?.penalty]).toEqual([penaltyAt(now), penaltyAt(now)])
  const kept = keeps(daysLate(now)) / 10
  const told = await ploy.call(feedback.shown, { params, query: { submission_id: receipt._id } })
  expect([Number(told?.score), told?.penalty ?? undefined]).toEqual([kept, penaltyAt(now)])
  const [cell] = await ploy.call(gradebook.mine, { params })
  expect(cell?.score).toBe(kept)
  const explained = await ploy.call(gradebook.explain, { params })
  const late = { how: 'late', before: 10, after: kept, ...penaltyAt(now) }
  expect(explained.items.map(({ score, steps }) => [score, steps])).toEqual([[kept, kept < 10 ? [late] : []]])
  if (!w.isForGroup) return
  expect((await listOf(nat))?.my?.late).toBe(isLate)
  expect((await worksheetOf(nat, course, essay).my()).my?.late).toBe(isLate)
}

test('every place agrees about a date, and is right to the millisecond', { timeout: 60_000 }, () =>
  fc.assert(fc.asyncProperty(world, check), { seed: 3, numRuns: 30, endOnFailure: true }),
)
