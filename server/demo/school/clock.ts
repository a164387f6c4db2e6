/**
 * A time of the demo school, relative to today: `-2d` (two days ago), `+5h`, `-3w 2d`, and with a time of day in
 * Bangkok `-2d@09:15`. In a course of an earlier semester it is relative to the end of that semester.
 */
export type When = string

export type Weekday = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
// The school is in Bangkok, which has no summer time.
const bangkok = 7 * hour
const weekdays: Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const form = /^(?:([+-])(?:(\d+)w)? ?(?:(\d+)d)? ?(?:(\d+)h)? ?(?:(\d+)m)?)(?:@(\d\d):(\d\d))?$/

const startOfDay = (time: number) => Math.floor((time + bangkok) / day) * day - bangkok

export interface Clock {
  origin: Date
  at(when: When): Date
  /** `week` 0 is the week of the origin, Monday to Sunday; `time` is such as '09:00', in Bangkok. */
  onWeekday(week: number, weekday: Weekday, time: string): Date
}

export function clockFrom(origin: Date): Clock {
  const timeOfDay = (time: string) => {
    const [h, m] = time.split(':').map(Number)
    return (h ?? 0) * hour + (m ?? 0) * minute
  }
  return {
    origin,
    at(when) {
      const [, sign, w = 0, d = 0, h = 0, m = 0, atHour, atMinute] = form.exec(when) ?? []
      if (!sign) throw new Error(`This is not a time of the demo school: ${when}`)
      const shift = Number(w) * 7 * day + Number(d) * day + Number(h) * hour + Number(m) * minute
      const time = origin.getTime() + (sign === '-' ? -shift : shift)
      if (atHour !== undefined) return new Date(startOfDay(time) + timeOfDay(`${atHour}:${atMinute}`))
      // People name times in steps of five minutes.
      return new Date(Math.floor(time / (5 * minute)) * 5 * minute)
    },
    onWeekday(week, weekday, time) {
      const today = startOfDay(origin.getTime())
      const sinceMonday = (new Date(today + bangkok).getUTCDay() + 6) % 7
      const days = week * 7 + weekdays.indexOf(weekday) - sinceMonday
      return new Date(today + days * day + timeOfDay(time))
    },
  }
}
