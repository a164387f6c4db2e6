import { attendanceCodes } from '../../contract/schedules.ts'
import type { Catalogue } from '../i18n/index.ts'
import type { Tone } from '../ui/tone.ts'

/** 3 Present, 2 Late, 1 Absent, anything else N/A. */
export function attendanceOf(code: number | null, t: Catalogue): { tone: Tone; word: string } {
  const words = t.course.attendance
  if (code === attendanceCodes.present) return { tone: 'done', word: words[3] }
  if (code === attendanceCodes.late) return { tone: 'late', word: words[2] }
  if (code === attendanceCodes.absent) return { tone: 'wrong', word: words[1] }
  return { tone: 'neutral', word: words.none }
}
