import { AttendanceRow } from '../../contract/attendance.ts'
import type { contract } from '../../contract/index.ts'
import { writeOrTry } from '../changes/write.ts'
import type { Db } from '../db/database.ts'
import { partOf } from '../db/page.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { getSchedule } from '../schedules/queries.ts'
import { type Handlers, withOwn } from '../serve.ts'
import { throttled } from '../throttle.ts'
import { codesFrom, isRight } from './code.ts'
import { markSelf, type OpenClass, openColumns, refuseCode } from './marks.ts'
import { closeCode, findOpen, type OpenRow, openCode } from './open.ts'
import { countClasses, countStudents, findSheet } from './queries.ts'
import { findNewer, findUnmarked, lockClass, type Marked, markStudents, markUnmarked } from './writes.ts'

type Attendance = typeof contract.attendance

/** How many codes the projector gets at a time: enough for a minute without a network. */
const CODES = 4

/** In ms: a lecture marks itself in a minute. A gradebook is much larger than a class, and more screens show it. */
const SHEET_EVERY_MS = 1_000
const SCORES_EVERY_MS = 10_000

export function attendanceRoutes(deps: Deps): Handlers<Attendance> {
  const { db, now, live, attendanceKey } = deps
  const tellStaff = throttled(live, SHEET_EVERY_MS)
  const tellScores = throttled(live, SCORES_EVERY_MS)

  interface Class {
    courseId: string
    scheduleId: string
  }
  const of = ({ courseId, params }: { courseId: string; params: { schedule_id: string } }) => ({
    ...{ courseId, scheduleId: params.schedule_id, now: now() },
  })

  async function shownCode({ courseId, scheduleId }: Class, row: OpenRow) {
    const { present, late, students } = await countStudents(db, { courseId, scheduleId })
    const opened = { scheduleId, openedAt: row.opened_at.getTime() }
    return { ...row, codes: codesFrom(attendanceKey, opened, now().getTime(), CODES), present, late, students }
  }
  const tellCourse = ({ courseId, scheduleId }: Class) =>
    live.tell({ kind: 'attendance_changed', course_id: courseId, schedule_id: scheduleId })

  return {
    counts: ({ courseId }) => countClasses(db, courseId),
    async sheet(input) {
      const at = of(input)
      await getSchedule(db, at.courseId, at.scheduleId)
      return partOf(await findSheet(db, at), ({ _id }) => _id, input.query)
    },
    async take(input) {
      const at = of(input)
      const { name } = await getSchedule(db, at.courseId, at.scheduleId)
      const items: Marked[] | undefined = 'items' in input.body ? input.body.items : undefined
      const people = items ? items.map(({ person_id }) => person_id) : await findUnmarked(db, at)
      const about = { _id: at.scheduleId, title: name, count: people.length }
      const work = async (trx: Db) => {
        await lockClass(trx, at)
        if ('rest' in input.body) return markUnmarked(trx, at, input.body.rest)
        const newer = await findNewer(trx, at, items ?? [])
        if (newer.length > 0) {
          const current = await findSheet(trx, at, newer)
          throw new Refusal('conflict', { current: current.map((row) => AttendanceRow.parse(row)) })
        }
        return markStudents(trx, at, items ?? [])
      }
      return writeOrTry(deps, input, { kind: 'attendance_taken', about }, work, async (from) => ({
        items: await findSheet(from, at, people),
      }))
    },
    async code(input) {
      const at = of(input)
      const { cancelled } = await getSchedule(db, at.courseId, at.scheduleId)
      const open = cancelled ? undefined : await findOpen(db, at)
      return open ? shownCode(at, open) : null
    },
    async openCode(input) {
      const at = of(input)
      const open = await openCode(db, at, input.body.late_after)
      tellCourse(at)
      return shownCode(at, open)
    },
    async closeCode(input) {
      const at = of(input)
      await getSchedule(db, at.courseId, at.scheduleId)
      await closeCode(db, at)
      tellCourse(at)
      return { _id: at.scheduleId }
    },
    mark: withOwn<Attendance['mark'], { open: OpenClass[]; scores_shown: boolean | null }>(
      () => openColumns(now()),
      async ({ viewer, courseId, body, arrivedAt, own }) => {
        const open = own.open.filter(({ id }) => body.schedule_id === undefined || id === body.schedule_id)
        if (open.length === 0) throw new Refusal('attendance_closed')
        // A mark that arrives in time is in time, however long it waits.
        const at = arrivedAt.getTime()
        const asked = open.find(({ id, opened }) =>
          isRight(attendanceKey, { scheduleId: id, openedAt: opened }, body.code, at),
        )
        if (!asked) return refuseCode(db, viewer._id, now())
        const about = { course_id: courseId, schedule_id: asked.id }
        const code = asked.late_from !== null && at > asked.late_from ? 2 : 3
        const mark = { ...about, person_id: viewer._id, code, device: body.device ?? null, at: arrivedAt } as const
        const { code: attendance, is_new } = await markSelf(db, mark)
        if (is_new) {
          live.tell({ kind: 'attendance_changed', ...about, person_id: viewer._id })
          tellStaff({ kind: 'attendance_changed', ...about, audience: 'staff' })
          const scores = { kind: 'course_changed', course_id: courseId, parts: ['scores'] } as const
          if (own.scores_shown !== null) tellScores({ ...scores, audience: 'staff' })
          if (own.scores_shown) live.tell({ ...scores, person_id: viewer._id })
        }
        return { schedule_id: asked.id, schedule_name: asked.name, attendance }
      },
    ),
  }
}
