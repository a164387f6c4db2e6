import type { Attendance, ScheduleRow } from './queries.ts'

/** A class as a person is shown it. */
export const shownSchedule = (s: ScheduleRow, { attendance }: Attendance) => ({
  _id: s.id,
  schedule_name: s.name,
  schedule_start: s.start_at,
  schedule_end: s.end_at,
  schedule_location: s.location,
  attendance: attendance[s.id] ?? null,
})
