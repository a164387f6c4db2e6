import { attendanceCodes, type ScheduleItem } from '../../contract/schedules.ts'
import type { Catalogue } from '../i18n/index.ts'
import type { Tone } from '../ui/tone.ts'

/** 3 Present, 2 Late, 1 Absent, or excused, anything else N/A. */
export function attendanceOf(
  { attendance: code, attendance_excused }: Pick<ScheduleItem, 'attendance' | 'attendance_excused'>,
  t: Catalogue,
): { tone: Tone; word: string } {
  const words = t.course.attendance
  if (attendance_excused) return { tone: 'note', word: t.course.excused }
  if (code === attendanceCodes.present) return { tone: 'done', word: words[3] }
  if (code === attendanceCodes.late) return { tone: 'late', word: words[2] }
  if (code === attendanceCodes.absent) return { tone: 'wrong', word: words[1] }
  return { tone: 'neutral', word: words.none }
}
