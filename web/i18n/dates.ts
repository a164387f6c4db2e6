import { currentLanguage } from './index.ts'

/*
 * Every date and number that a person reads, in their zone and language. The patterns are the specification's:
 * D and DD are the day, MMM the short month, HH the hour of 24 and hh the hour of 12.
 */

// Making a formatter takes longer than all that it writes.
const formatters = new Map<string, unknown>()

function kept<T, O>(Format: new (locale: string, options: O) => T, locale: string, options: O): T {
  const key = Format.name + locale + JSON.stringify(options)
  const made = (formatters.get(key) as T | undefined) ?? new Format(locale, options)
  formatters.set(key, made)
  return made
}

const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  // Years are Gregorian in both languages, as the courses' are.
  kept(Intl.DateTimeFormat, currentLanguage() === 'th' ? 'th-TH-u-ca-gregory-nu-latn' : 'en-GB', options)

const ago = (numeric: 'auto' | 'always'): Intl.RelativeTimeFormat =>
  kept(Intl.RelativeTimeFormat, currentLanguage() === 'th' ? 'th' : 'en', { numeric })

const numbers = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  kept(Intl.NumberFormat, currentLanguage() === 'th' ? 'th-u-nu-latn' : 'en', options)

const two = (n: number) => String(n).padStart(2, '0')
const month = (d: Date) =>
  // en-GB says "Sept"; the specification's MMM has three letters.
  currentLanguage() === 'th' ? format({ month: 'short' }).format(d) : format({ month: 'short' }).format(d).slice(0, 3)

/** D MMM YYYY, HH:mm */
export const dateTime = (iso: string) => {
  const d = new Date(iso)
  return `${d.getDate()} ${month(d)} ${d.getFullYear()}, ${two(d.getHours())}:${two(d.getMinutes())}`
}

/** DD MMM YYYY, hh:mm — of 12 hours and without am or pm, as specified; the exact time goes in the title. */
export const dateTime12 = (iso: string) => {
  const d = new Date(iso)
  return `${two(d.getDate())} ${month(d)} ${d.getFullYear()}, ${two(d.getHours() % 12 || 12)}:${two(d.getMinutes())}`
}

/** YYYY, MMM D on HH:mm */
export const yearFirst = (iso: string, on: string) => {
  const d = new Date(iso)
  return `${d.getFullYear()}, ${month(d)} ${d.getDate()} ${on} ${two(d.getHours())}:${two(d.getMinutes())}`
}

/** D MMM YYYY, HH:mm, of one day earlier: how the specification wants the date of an upload. */
export const dayBefore = (iso: string) => {
  const d = new Date(iso)
  d.setDate(d.getDate() - 1)
  return dateTime(d.toISOString())
}

/** D MMM, YYYY */
export const date = (iso: string) => {
  const d = new Date(iso)
  return `${d.getDate()} ${month(d)}, ${d.getFullYear()}`
}

/** HH:mm */
export const clock = (iso: string) => {
  const d = new Date(iso)
  return `${two(d.getHours())}:${two(d.getMinutes())}`
}

/** Sat 21 Nov */
export const shortDay = (iso: string) =>
  format({ weekday: 'short', day: 'numeric', month: 'short' }).format(new Date(iso))

/** The instant in full, with the zone: for titles. */
export const exact = (iso: string) => format({ dateStyle: 'full', timeStyle: 'long' }).format(new Date(iso))

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** "in 3 hours", "2 days ago"; `now` in ms, by the server's clock. */
export const relative = (iso: string, now: number) => {
  const seconds = (Date.parse(iso) - now) / 1000
  const [unit, size] = steps.find(([, s]) => Math.abs(seconds) >= s) ?? ['second', 1]
  // Numbers, not "tomorrow" or "last week": 37 hours ahead may be the day after tomorrow.
  const words = ago(unit === 'second' ? 'auto' : 'always')
  return unit === 'second' ? words.format(0, 'second') : words.format(Math.trunc(seconds / size), unit)
}

/** How long until a date, down to the second in the last minute: "in 13 days", "in 3 hours", "in 42 seconds". */
export const countdown = (iso: string, now: number) => {
  const seconds = Math.ceil((Date.parse(iso) - now) / 1000)
  const words = ago('always')
  if (Math.abs(seconds) < 60) return words.format(seconds, 'second')
  // "Next week" is too vague for what is due in 9 days.
  const days = Math.trunc(seconds / 86_400)
  return Math.abs(days) >= 1 && Math.abs(days) < 14 ? words.format(days, 'day') : relative(iso, now)
}

/** A part of 1 as a percentage with two decimals. */
export const percent = (part: number) =>
  numbers({ style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(part)

/** A score or a count; at most two decimals. */
export const number = (n: number) => numbers({ maximumFractionDigits: 2 }).format(n)
