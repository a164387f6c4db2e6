import type { MemberGrant } from '../access/rules.ts'
import type { Own, ScheduleRow } from './queries.ts'

const nothing: Own = { attendance: {}, excused: [], open: [] }

/** A class as one person sees it. One that is cancelled has no attendance, whoever was marked there before. */
export const shownSchedule = (s: ScheduleRow, audience: MemberGrant['audience'], own = nothing) => ({
  _id: s.id,
  schedule_name: s.name,
  schedule_start: s.start_at,
  schedule_end: s.end_at,
  schedule_location: s.location,
  attendance: s.cancelled ? null : (own.attendance[s.id] ?? null),
  ...(own.excused.includes(s.id) && !s.cancelled && { attendance_excused: true as const }),
  ...(own.open.includes(s.id) && !s.cancelled && { attendance_open: true as const }),
  ...(s.cancelled && { schedule_cancelled: true as const }),
  ...(s.moved_from !== null && { schedule_moved_from: s.moved_from }),
  ...(s.moved_from_location !== null && { schedule_moved_from_location: s.moved_from_location }),
  ...(audience === 'staff' && { revision: s.revision, schedule_series: s.series_id }),
})
