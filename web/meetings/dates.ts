import { clock, date, dateTime, month, two } from '../i18n/dates.ts'
import { text } from '../i18n/index.ts'

/* The formats of dates that only meetings have. */

/** DD MMM YYYY, hh:mm, with am or pm: the 12-hour clock alone is ambiguous. */
export const dateTime12 = (iso: string) => {
  const d = new Date(iso)
  const hour = d.getHours()
  return text().dates.comma
    ? `${two(d.getDate())} ${month(d)} ${d.getFullYear()}, ${two(hour % 12 || 12)}:${two(d.getMinutes())} ${hour < 12 ? 'am' : 'pm'}`
    : dateTime(iso)
}

/** YYYY, MMM D on HH:mm */
export const yearFirst = (iso: string, on: string) => {
  const d = new Date(iso)
  if (!text().dates.comma) return `${date(iso)} ${on} ${clock(iso)}`
  return `${d.getFullYear()}, ${month(d)} ${d.getDate()} ${on} ${two(d.getHours())}:${two(d.getMinutes())}`
}
