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
const world = fc.record({
  ...{ night, rule, zone: fc.constantFrom('Europe/Berlin', 'Asia/Bangkok') },
  /** Around the night. */
  due: hours(-60, 10),
  /** After it is due. */
  closes: fc.option(hours(0, 90)),
  person: fc.option(hours(0, 60)),
  section: fc.option(hours(0, 60)),
  ofGroup: fc.option(hours(0, 60)),
  days: hours(0, 2),
  isForGroup: fc.boolean(),
  /** When it is handed in: after the due date of the student, in hours, and whether just at the edge. */
  at: fc.constantFrom(-30, 0, 5, 24, 30, 48, 60, 75),
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
  const terms = { due_at, closes_at: after(w.closes), attempts_allowed: 2, grouping_id }
  const essay = await makeAssignment(db, course, { has_text: true, score: 10, ...terms })
  if (w.days > 0) await accommodate(db, course, ploy, { extra_days: w.days })
  const params = { course_id: course.id, asgn_id: essay.id }
  await arthit.call(grading.addColumn, { params, body: { ...column, assignment_id: essay.id } })
  const given = [
    ...(w.person === null ? [] : [{ people: [ploy.id], due: after(w.person) }]),
    ...(w.section === null ? [] : [{ sections: ['1'], due: after(w.section) }]),
    ...(w.ofGroup === null || !w.isForGroup ? [] : [{ groups: [group.id], due: after(w.ofGroup) }]),
  ].map((one) => ({ ...one, due: one.due?.toISOString() ?? null }))
  if (given.length > 0) await arthit.call(exceptions.put, { params, body: given })

  const base = latest(due_at, after(w.section))
  const due = latest(base, later(base, w.days, w.zone), after(w.person), w.isForGroup ? after(w.ofGroup) : null)
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
  const isClosed = closes !== null && now > closes
  expect(sheet.can.reason).toBe(isClosed ? 'assignment_closed' : null)
  const penalty = isClosed ? undefined : penaltyAt(now)
  expect([sheet.penalty, listed?.penalty]).toEqual([penalty, penalty])
  if (penalty) expect(sheet.penalty_now).toEqual({ ...penalty, until: later(due, penalty.days, w.zone).toISOString() })
  expect([sheet.late, listed?.late]).toEqual([now > due, now > due])
  if (isClosed) {
    expect(await page.refusedSubmit({ textbox: 'x' })).toBe('assignment_closed')
    return
  }

  const receipt = await page.submit({ textbox: 'x' })
  const ofWork = { course_id: course.id, submission_id: receipt._id }
  const { feedback: grade } = await arthit.call(submissions.work, { params: ofWork })
  expect(grade.penalty ?? undefined, 'of the grader').toEqual(penaltyAt(now))
  const body = { parts: { textbox: '10' }, applied: [], override: null, override_reason: '', comment: '' }
  await arthit.call(submissions.save, { params: ofWork, revision: grade.revision, body })
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
  fc.assert(fc.asyncProperty(world, check), { seed: 3, numRuns: 12, endOnFailure: true }),
)
