import type { AttendanceRow } from '../../contract/attendance.ts'
import { clock } from '../i18n/dates.ts'
import type { Authoring } from '../i18n/en/authoring.ts'
import type { Catalogue } from '../i18n/index.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { cx } from '../ui/cx.ts'
import { EditIcon } from '../ui/icons.tsx'
import type { Column } from '../ui/staff/Table.tsx'
import { toneSoft } from '../ui/tone.ts'
import type { Marking } from './marks.ts'

export const nameOf = ({ first, last }: AttendanceRow) => `${first} ${last}`.trim()

/** In the address, students without attendance. */
const NONE = '-'

/** Filters by their names in the address. */
export const filters: Record<string, (row: AttendanceRow) => string> = {
  status: ({ attendance, excused }) => (excused ? 'excused' : String(attendance ?? NONE)),
  shared: ({ shared_device }) => (shared_device === undefined ? '' : 'yes'),
}

const tones = { 3: 'done', 2: 'late', 1: 'wrong' } as const
const codes = [3, 2, 1] as const

interface Words {
  t: Authoring['attendance']
  text: Catalogue
}

interface On {
  mark: (row: AttendanceRow, marking: Marking) => void
  note: (row: AttendanceRow) => void
}

/** The letter of a device that several students used: A, B, … */
const letterOf = (device: number) => String.fromCharCode(64 + ((device - 1) % 26) + 1)

export function statusOf({ attendance, excused }: AttendanceRow, { t, text }: Words): string {
  if (excused) return t.excused
  return attendance === null ? t.none : text.course.attendance[attendance]
}

/** `isWide`: there is room for whole names. */
export const columnsOf = (words: Words, on: On, isWide: boolean): Column<AttendanceRow>[] => {
  const { t, text } = words
  return [
    {
      id: 'name',
      label: t.name,
      width: isWide ? 16 : 9,
      value: nameOf,
      cell: (row) => (
        <>
          <span className="staff-table-picture max-sm:hidden">
            <Avatar id={row._id} name={nameOf(row)} src={row.img} size={28} />
          </span>
          <span className="staff-table-text" title={nameOf(row)}>
            {nameOf(row)}
          </span>
        </>
      ),
    },
    {
      id: 'status',
      label: t.status,
      width: isWide ? 13 : 10,
      value: (row) => statusOf(row, words),
      cell: (row) => (
        <span className="flex items-center gap-1 pointer-coarse:gap-0.5">
          {codes.map((code) => {
            const is = row.attendance === code
            return (
              <button
                key={code}
                type="button"
                tabIndex={-1}
                aria-pressed={is}
                aria-label={t.mark(nameOf(row), text.course.attendance[code])}
                title={text.course.attendance[code]}
                onClick={() => on.mark(row, { code: is && !row.excused ? null : code, excused: false })}
                className={cx(
                  'h-9 min-w-9 rounded-md border px-2 font-semibold text-sm pointer-coarse:h-11 pointer-coarse:min-w-11',
                  is
                    ? `border-current ${toneSoft[row.excused ? 'note' : tones[code]]}`
                    : 'border-line text-ink-soft hover:bg-hover',
                )}
              >
                {is && row.excused ? t.excusedLetter : t.letters[code]}
              </button>
            )
          })}
          {row.excused && <span className="ml-1 truncate text-note text-sm">{t.excused}</span>}
        </span>
      ),
    },
    { id: 'section', label: t.section, width: 6, value: ({ section }) => section },
    {
      id: 'code',
      label: t.byCode,
      width: 13,
      value: ({ marked, shared_device }) =>
        [
          marked && `${text.course.attendance[marked.attendance as 2 | 3]} ${clock(marked.at)}`,
          shared_device !== undefined && t.sharedDevice(letterOf(shared_device)),
        ]
          .filter(Boolean)
          .join(' · '),
    },
    {
      id: 'note',
      label: t.note,
      width: 12,
      value: ({ note }) => note,
      cell: (row) => (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t.addNote(nameOf(row))}
          onClick={() => on.note(row)}
          className="flex h-9 min-w-9 max-w-full pointer-coarse:h-11 pointer-coarse:min-w-11 items-center gap-2 rounded-md px-2 text-ink-soft hover:bg-hover hover:text-ink"
        >
          <EditIcon size={16} className="shrink-0" />
          <span className="truncate text-ink">{row.note}</span>
        </button>
      ),
    },
    { id: 'email', label: t.email, width: 16, value: ({ email }) => email },
  ]
}
