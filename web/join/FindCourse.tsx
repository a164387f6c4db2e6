import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { firstYear } from '../../contract/courses.ts'
import { type Semester, semesterOf } from '../../contract/semester.ts'
import { useText } from '../i18n/index.ts'
import { serverNow } from '../loading/call.ts'
import { Card } from '../ui/Card.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { FoundCourses } from './FoundCourses.tsx'
import { FoundStatus } from './FoundStatus.tsx'
import type { CourseQuery } from './queries.ts'

/** The pause in typing after which the search starts. */
const TYPING_MS = 250
const SEMESTERS = 3

const within = (n: number | null, least: number, most: number): n is number =>
  n !== null && Number.isInteger(n) && n >= least && n <= most

/** The search in the address; nothing without a course code. */
function wantedIn(params: URLSearchParams, present: Semester): CourseQuery | undefined {
  const number = params.get('search')?.trim()
  const year = Number(params.get('year') ?? present.year)
  const semester = Number(params.get('semester') ?? present.semester)
  if (!number || !within(year, firstYear, present.year) || !within(semester, 1, SEMESTERS)) return undefined
  return { number, year, semester }
}

const addressOf = (wanted: CourseQuery | undefined): string =>
  wanted
    ? new URLSearchParams({
        search: wanted.number,
        year: String(wanted.year),
        semester: String(wanted.semester),
      }).toString()
    : ''

/** The search for a course by its code. The address holds the search. */
export function FindCourse() {
  const t = useText().join
  const [params, setParams] = useSearchParams()
  const [present] = useState(() => semesterOf(new Date(serverNow())))
  const asked = wantedIn(params, present)
  const [number, setNumber] = useState(asked?.number ?? '')
  const [year, setYear] = useState<number | null>(asked?.year ?? present.year)
  const [semester, setSemester] = useState<number | null>(asked?.semester ?? present.semester)
  const rightYear = within(year, firstYear, present.year)
  const rightSemester = within(semester, 1, SEMESTERS)

  const typed = number.trim() && rightYear && rightSemester ? { number: number.trim(), year, semester } : undefined
  const next = addressOf(typed)
  const now = addressOf(asked)
  useEffect(() => {
    if (next === now) return
    const follow = () => setParams(next, { replace: true, preventScrollReset: true })
    const timer = setTimeout(follow, next ? TYPING_MS : 0)
    return () => clearTimeout(timer)
  }, [next, now, setParams])

  return (
    <>
      <Card as="section" aria-label={t.startTitle} className="max-w-3xl">
        <form
          className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_9rem_8rem]"
          onSubmit={(event) => {
            event.preventDefault()
            setParams(next, { replace: true, preventScrollReset: true })
          }}
        >
          <SearchField
            label={t.number}
            hideLabel={false}
            placeholder={t.numberHint}
            clearLabel={t.clear}
            maxLength={50}
            autoComplete="off"
            value={number}
            onChange={setNumber}
          />
          <NumberField
            label={t.year}
            min={firstYear}
            max={present.year}
            step={1}
            value={year}
            onChange={setYear}
            error={rightYear ? undefined : t.invalid(firstYear, present.year)}
          />
          <NumberField
            label={t.semester}
            min={1}
            max={SEMESTERS}
            step={1}
            value={semester}
            onChange={setSemester}
            error={rightSemester ? undefined : t.invalid(1, SEMESTERS)}
          />
        </form>
      </Card>
      <FoundStatus wanted={asked} />
      <FoundCourses wanted={asked} />
    </>
  )
}
