import {
  type CalendarDate,
  type CalendarDateTime,
  getLocalTimeZone,
  parseAbsolute,
  parseDate,
  toCalendarDateTime,
} from '@internationalized/date'
import { useMemo, useRef } from 'react'
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
  type DatePickerProps,
  DateSegment,
  Group,
  Heading,
  I18nProvider,
  Label,
  Text,
} from 'react-aria-components'
import { cx } from '../cx.ts'
import { AlertIcon, CalendarIcon, ChevronLeftIcon, ChevronRightIcon } from '../icons.tsx'
import { Popover } from './Popover.tsx'

/** Years are Gregorian and hours of 24 in both languages, as in every date of the product. */
const locales = { en: 'en-GB', th: 'th-TH-u-ca-gregory-nu-latn' }

interface Common {
  label: string
  language: keyof typeof locales
  words: { calendar: string; previous: string; next: string }
  help?: string | undefined
  error?: string | undefined
  className?: string | undefined
}

interface Props extends Common {
  /** ISO 8601, UTC; null while it is incomplete. */
  value: string | null
  onChange: (iso: string | null) => void
  /** The earliest day that can be picked, as `value`. */
  earliest?: string
}

const inZone = (iso: string): CalendarDateTime => toCalendarDateTime(parseAbsolute(iso, getLocalTimeZone()))

/** React Aria takes another object for another date, and drops the parts that are being typed. */
function useSame<T>(value: string | null, parse: (value: string) => T): T | null {
  return useMemo(() => (value === null ? null : parse(value)), [value, parse])
}

/**
 * A date and a time in the reader's zone: typed part by part, changed by the arrow keys, or picked in a calendar. When a
 * part is missing, there is none.
 */
export function DateTimeField({ value, onChange, earliest, ...common }: Props) {
  const at = useSame(value, inZone)
  return (
    <Picked<CalendarDateTime>
      {...common}
      granularity="minute"
      value={at}
      minValue={earliest ? inZone(earliest) : undefined}
      onChange={(date) => onChange(date ? date.toDate(getLocalTimeZone()).toISOString() : null)}
    />
  )
}

interface DayProps extends Common {
  /** Such as 2026-12-31; empty while it is incomplete. */
  value: string
  onChange: (day: string) => void
}

/**
 * A day, in the order of its parts that every date of the product has: a browser's own field may have the month first.
 */
export function DayField({ value, onChange, ...common }: DayProps) {
  const day = useSame(/^\d{4}-\d\d-\d\d$/.test(value) ? value : null, parseDate)
  return (
    <Picked<CalendarDate>
      {...common}
      granularity="day"
      value={day}
      onChange={(date) => onChange(date ? date.toString() : '')}
    />
  )
}

type PickedProps<T extends CalendarDate | CalendarDateTime> = Common &
  Pick<DatePickerProps<T>, 'granularity' | 'value' | 'minValue' | 'onChange'>

function Picked<T extends CalendarDate | CalendarDateTime>(props: PickedProps<T>) {
  const { label, language, words, help, error, className, ...date } = props
  const box = useRef<HTMLDivElement>(null)
  return (
    <I18nProvider locale={locales[language]}>
      <DatePicker
        {...date}
        ref={box}
        // React Aria tells of a date that lost one part only when it has lost all, and showed what would not be saved.
        onBlur={() => {
          if (date.value && box.current?.querySelector('[data-placeholder]')) date.onChange?.(null)
        }}
        className={cx('staff-date', className)}
        hourCycle={24}
        shouldForceLeadingZeros
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
        {help && (
          <Text slot="description" className="text-ink-soft text-sm">
            {help}
          </Text>
        )}
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
