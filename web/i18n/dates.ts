import type { Unit } from './en.ts'
import { text } from './index.ts'

/*
 * Formats all dates and numbers, in the reader's zone and language. The patterns are the specification's: D and DD are
 * the day, MMM the short month, HH the 24-hour clock and hh the 12-hour clock. Not by Intl: its first formatter takes
 * longer to make than the whole screen.
 */

export const two = (n: number) => String(n).padStart(2, '0')
export const month = (d: Date) => text().dates.shortMonths[d.getMonth()]

/** D MMM YYYY, HH:mm */
export const dateTime = (iso: string) => {
  const d = new Date(iso)
  return `${d.getDate()} ${month(d)} ${d.getFullYear()}, ${two(d.getHours())}:${two(d.getMinutes())}`
}

/** D MMM YYYY, HH:mm, of the day before: the specification's date of an upload. */
export const dayBefore = (iso: string) => {
  const d = new Date(iso)
  d.setDate(d.getDate() - 1)
  return dateTime(d.toISOString())
}

/** D MMM, YYYY */
export const date = (iso: string) => {
  const d = new Date(iso)
  return `${d.getDate()} ${month(d)}${text().dates.comma} ${d.getFullYear()}`
}

/** HH:mm */
export const clock = (iso: string) => {
  const d = new Date(iso)
  return `${two(d.getHours())}:${two(d.getMinutes())}`
}

/** Sat 21 Nov */
export const shortDay = (iso: string) => {
  const d = new Date(iso)
  return `${text().dates.shortDays[d.getDay()]} ${d.getDate()} ${month(d)}`
}

/** A recent day in common words: Today, Yesterday, Sat 21 Nov; `now` in ms, by the server's clock. */
export const day = (iso: string, now: number) => {
  const [d, { today, yesterday }] = [new Date(iso), text().dates]
  const is = new Date(now)
  const begin = (daysAgo: number) => new Date(is.getFullYear(), is.getMonth(), is.getDate() - daysAgo)
  return d >= begin(0) ? today : d >= begin(1) ? yesterday : shortDay(iso)
}

/** The full instant with its zone, for titles. */
export const exact = (iso: string) => {
  const d = new Date(iso)
  return text().dates.exact(d, `${clock(iso)}:${two(d.getSeconds())} ${zone(d)}`)
}

/** GMT+7 */
const zone = (d: Date) => {
  const east = -d.getTimezoneOffset()
  const minutes = Math.abs(east) % 60
  const hours = `${Math.floor(Math.abs(east) / 60)}${minutes ? `:${two(minutes)}` : ''}`
  return east === 0 ? 'GMT' : `GMT${east > 0 ? '+' : '-'}${hours}`
}

const steps: [Unit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

const inUnits = (n: number, unit: Unit) => (n < 0 ? text().dates.ago(-n, unit) : text().dates.ahead(n, unit))

/** "in 3 hours", "2 days ago"; `now` in ms, by the server's clock. */
export const relative = (iso: string, now: number) => {
  const seconds = (Date.parse(iso) - now) / 1000
  const step = steps.find(([, size]) => Math.abs(seconds) >= size)
  // Numbers, not "tomorrow" or "last week": 37 hours ahead may be the day after tomorrow.
  return step ? inUnits(Math.trunc(seconds / step[1]), step[0]) : text().dates.now
}

/** The time left until a date, down to seconds in the last minute: "in 13 days", "in 3 hours", "in 42 seconds". */
export const countdown = (iso: string, now: number) => {
  const seconds = Math.ceil((Date.parse(iso) - now) / 1000)
  if (Math.abs(seconds) < 60) return inUnits(seconds, 'second')
  // "Next week" is too vague for a date in 9 days.
  const days = Math.trunc(seconds / 86_400)
  return Math.abs(days) >= 1 && Math.abs(days) < 14 ? inUnits(days, 'day') : relative(iso, now)
}

/** Compares two instants. Their text sorts correctly as it is; a locale comparison would be slow. */
export const earlier = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** `n * by`, rounded as on paper: in floating point, 1.005 * 100 is a little less. */
const whole = (n: number, by: number) => Math.round(Number((n * by).toPrecision(15)))

/** A fraction as a percentage with two decimals. */
export const percent = (part: number) => `${(whole(part, 10_000) / 100).toFixed(2)}%`

/** A score or a count, with at most two decimals. */
export const number = (n: number) => {
  const [before = '', after] = String(whole(n, 100) / 100).split('.')
  return before.replace(/\B(?=(\d{3})+$)/g, ',') + (after ? `.${after}` : '')
}

/** Points on or off, such as `+1` and `−2`. */
export const signed = (points: string) => (points.startsWith('-') ? points.replace('-', '−') : `+${points}`)
