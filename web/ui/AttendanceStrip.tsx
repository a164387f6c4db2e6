import { CheckIcon, ClockIcon, MinusIcon, XIcon } from './icons.tsx'
import { type Tone, toneSoft } from './tone.ts'

export type AttendanceWeek = {
  key: string
  /** The short sign above the cell: the week's number. */
  label: string
  tone: Tone
  /** The words for screen readers and on hover: "Week 3: Late". */
  text: string
}

const signs: Partial<Record<Tone, typeof CheckIcon>> = {
  done: CheckIcon,
  late: ClockIcon,
  soon: ClockIcon,
  wrong: XIcon,
}

/** Weeks as small cells, each with a colour, a symbol and words. */
export function AttendanceStrip({ label, weeks }: { label: string; weeks: AttendanceWeek[] }) {
  return (
    <ol aria-label={label} className="flex flex-wrap gap-1.5">
      {weeks.map(({ key, label, tone, text }) => {
        const Sign = signs[tone] ?? MinusIcon
        return (
          <li
            key={key}
            title={text}
            className={`grid w-9 justify-items-center gap-0.5 rounded-sm py-1.5 ${toneSoft[tone]}`}
          >
            <span aria-hidden="true" className="font-medium text-xs tabular-nums leading-none">
              {label}
            </span>
            <Sign size={16} strokeWidth={2.25} />
            <span className="sr-only">{text}</span>
          </li>
        )
      })}
    </ol>
  )
}
