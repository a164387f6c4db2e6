import type { ScheduleItem } from '../../../contract/schedules.ts'
import { addedClassesMost, type NewClass } from '../../../contract/staff/schedules.ts'
import type { Start } from '../../forms/useForm.ts'
import type { Authoring } from '../../i18n/en/authoring.ts'
import { instantOf, localOf, timeIn } from './local.ts'
import { type ClassValues, type Pattern, plan } from './pattern.ts'

type Errors<V> = { [K in keyof V]?: string }
type Words = Authoring['classes']

/** The errors of one class. */
export function wrongInClass({ name, day, from, until }: ClassValues, t: Words): Errors<ClassValues> {
  const [start, end] = [timeIn(from), timeIn(until)]
  return {
    ...(!name.trim() && { name: t.needName }),
    ...(!day && { day: t.needDay }),
    ...(!start && { from: t.needTime }),
    ...(!end ? { until: t.needTime } : start && end <= start && { until: t.needLater }),
  }
}

/** The errors of a pattern and of its classes. */
export function wrongInPattern(values: Pattern, off: Parameters<typeof plan>[1], t: Words): Errors<Pattern> {
  const wrong: Errors<Pattern> = wrongInClass(values, t)
  if (values.weekly && values.days.length === 0) wrong.days = t.needDays
  if (values.weekly && !(values.lastDay >= values.day && values.lastDay)) wrong.lastDay = t.needLast
  if (Object.keys(wrong).length > 0) return wrong
  const kept = plan(values, off).filter(({ isLeftOut }) => !isLeftOut)
  if (kept.length === 0) return { days: t.needAny }
  if (kept.length > addedClassesMost) return { lastDay: t.tooMany(addedClassesMost) }
  const [first] = kept.flatMap((one) => Object.values(wrongInClass(one, t)))
  return first ? { corrected: first } : {}
}

/** The body of the call. */
export const newClassOf = ({ name, room, day, from, until }: ClassValues, zone: string): NewClass => ({
  schedule_name: name.trim(),
  schedule_location: room.trim(),
  schedule_start: instantOf({ day, time: timeIn(from) ?? '' }, zone),
  schedule_end: instantOf({ day, time: timeIn(until) ?? '' }, zone),
})

export interface EditValues extends ClassValues {
  following: boolean
}

export const startOfEdit = (item: ScheduleItem, zone: string): Start<EditValues> => {
  const { day, time } = localOf(item.schedule_start, zone)
  const until = localOf(item.schedule_end, zone).time
  const words = { name: item.schedule_name, room: item.schedule_location }
  return { values: { ...words, day, from: time, until, following: false }, revision: item.revision }
}
