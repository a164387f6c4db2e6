import { type CalendarDateTime, getLocalTimeZone, parseAbsolute, toCalendarDateTime } from '@internationalized/date'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DateInput,
  DatePicker,
  DateSegment,
  Group,
  Heading,
  I18nProvider,
  Label,
} from 'react-aria-components'
import { AlertIcon, CalendarIcon, ChevronLeftIcon, ChevronRightIcon } from '../icons.tsx'
import { Popover } from './Popover.tsx'

/** Years are Gregorian and hours of 24 in both languages, as in every date of the product. */
const locales = { en: 'en-GB', th: 'th-TH-u-ca-gregory-nu-latn' }

interface Props {
  label: string
  language: keyof typeof locales
  words: { calendar: string; previous: string; next: string }
  /** ISO 8601, UTC; null while it is incomplete. */
  value: string | null
  onChange: (iso: string | null) => void
  /** The earliest day that can be picked, as `value`. */
  earliest?: string
  error?: string | undefined
}

const inZone = (iso: string): CalendarDateTime => toCalendarDateTime(parseAbsolute(iso, getLocalTimeZone()))

/** A date and a time in the reader's zone: typed part by part, changed by the arrow keys, or picked in a calendar. */
export function DateTimeField({ label, language, words, value, onChange, earliest, error }: Props) {
  return (
    <I18nProvider locale={locales[language]}>
      <DatePicker
        className="staff-date"
        granularity="minute"
        hourCycle={24}
        shouldForceLeadingZeros
        value={value === null ? null : inZone(value)}
        minValue={earliest ? inZone(earliest) : undefined}
        onChange={(date) => onChange(date ? date.toDate(getLocalTimeZone()).toISOString() : null)}
        isInvalid={error !== undefined}
      >
        <Label className="font-medium text-sm">{label}</Label>
        <Group className="staff-date-box">
          <DateInput className="staff-date-input">
            {(segment) => <DateSegment segment={segment} className="staff-date-part" />}
          </DateInput>
          <Button aria-label={words.calendar} className="staff-button">
            <CalendarIcon size={18} />
          </Button>
        </Group>
        {error && (
          <p role="alert" className="flex items-start gap-1.5 font-medium text-sm text-wrong">
            <AlertIcon size={16} className="mt-0.5" />
            <span>{error}</span>
          </p>
        )}
        <Popover label={label}>
          <Calendar>
            <header className="staff-calendar-bar">
              <Button slot="previous" aria-label={words.previous} className="staff-button">
                <ChevronLeftIcon size={18} />
              </Button>
              <Heading className="font-semibold" />
              <Button slot="next" aria-label={words.next} className="staff-button">
                <ChevronRightIcon size={18} />
              </Button>
            </header>
            {/* The short weekday names of Thai are whole words, wider than a day. */}
            <CalendarGrid weekdayStyle={language === 'th' ? 'narrow' : 'short'}>
              <CalendarGridHeader>
                {(day) => <CalendarHeaderCell className="staff-weekday">{day}</CalendarHeaderCell>}
              </CalendarGridHeader>
              <CalendarGridBody>{(date) => <CalendarCell date={date} className="staff-day" />}</CalendarGridBody>
            </CalendarGrid>
          </Calendar>
        </Popover>
      </DatePicker>
    </I18nProvider>
  )
}
