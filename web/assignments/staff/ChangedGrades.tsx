import { centsOf, pointsOf } from '../../../contract/points.ts'
import type { ChangedGrade, Check } from '../../../contract/staff/assignments.ts'
import { whoIn } from '../../grading/rows.tsx'
import type { Authoring } from '../../i18n/en/authoring.ts'
import { useText } from '../../i18n/index.ts'
import { Badge } from '../../ui/Badge.tsx'

type Props = Pick<Check['check'], 'grades' | 'grades_changed' | 'grades_released'> & {
  words: Authoring
  questions: string[]
}

/** The grades that would change, with their old and new scores. */
export function ChangedGrades({ grades, grades_changed, grades_released, questions, words }: Props) {
  const t = words.sheet
  const { text, question, files } = useText().assignments
  const nameOf = (part: string) => {
    const n = questions.indexOf(part.replace('item-', '')) + 1
    return part === 'textbox' ? text : part === 'file' ? files : n > 0 ? question(n) : t.goneQuestion
  }
  const more = grades_changed - grades.length
  return (
    <div className="my-4">
      <h3 className="font-medium">{t.gradesChange(grades_changed)}</h3>
      <p className="mb-2 text-ink-soft text-sm">{t.gradesSeen(grades_released)}</p>
      {grades.length > 0 && (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard
          tabIndex={0}
          aria-label={t.gradesList}
          className="max-h-72 overflow-auto rounded-md border border-line"
        >
          <table className="w-full text-sm tabular-nums">
            <thead className="sticky top-0 z-1 bg-sunken text-ink-soft">
              <tr>
                <th scope="col" className="px-3 py-1.5 text-start font-medium">
                  {words.grading.name}
                </th>
                <th scope="col" className="px-3 py-1.5 text-end font-medium">
                  {t.gradeBefore}
                </th>
                <th scope="col" className="px-3 py-1.5 text-end font-medium">
                  {t.gradeAfter}
                </th>
                {/* On a phone the name needs the room. */}
                <th scope="col" className="px-3 py-1.5 text-end font-medium max-sm:hidden">
                  {t.gradeDifference}
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {grades.map((grade, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
                <Row key={i} grade={grade} nameOf={nameOf} words={words} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {grades.length > 0 && more > 0 && <p className="mt-2 text-ink-soft text-sm">{t.gradesMore(more)}</p>}
    </div>
  )
}

interface RowProps {
  grade: ChangedGrade
  nameOf: (part: string) => string
  words: Authoring
}

function Row({ grade, nameOf, words }: RowProps) {
  const { before, after, attempt, released, parts } = grade
  const t = words.sheet
  const points = (score: string | null) => score ?? t.gradeNone
  return (
    <tr>
      <th scope="row" className="wrap-anywhere px-3 py-1.5 text-start font-normal">
        {whoIn(grade, words.grading)}{' '}
        {attempt > 1 && <span className="text-ink-soft">{words.grading.attempt(attempt)} </span>}
        {released && <Badge tone="done">{words.grading.states.released}</Badge>}
        {parts.map(({ part, before, after }) => (
          <span key={part} className="block text-ink-soft">
            {t.partChanges(nameOf(part), points(before), points(after))}
          </span>
        ))}
      </th>
      <td className="px-3 py-1.5 text-end">{points(before)}</td>
      <td className="px-3 py-1.5 text-end font-semibold">{points(after)}</td>
      <td className="px-3 py-1.5 text-end text-ink-soft max-sm:hidden">{differenceOf(before, after)}</td>
    </tr>
  )
}

function differenceOf(before: string | null, after: string | null): string {
  if (before === null || after === null) return ''
  const cents = centsOf(after) - centsOf(before)
  return `${cents > 0 ? '+' : '−'}${pointsOf(Math.abs(cents))}`
}
