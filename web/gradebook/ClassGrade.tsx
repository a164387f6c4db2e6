import { useSuspenseQuery } from '@tanstack/react-query'
import type { GradebookRow } from '../../contract/gradebook.ts'
import AssignmentRows from '../assignments/AssignmentRows.tsx'
import { AppLink } from '../common/AppLink.tsx'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { Alert } from '../ui/Alert.tsx'
import { BarMeter } from '../ui/BarMeter.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { Card } from '../ui/Card.tsx'
import { DeskDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Section } from '../ui/Section.tsx'
import { AssignmentScoresSkeleton } from './AssignmentScores.tsx'
import { GradebookSkeleton } from './Gradebook.tsx'
import { gradebookOf } from './queries.ts'
import { shownRows } from './rules.ts'
import { Grades } from './staff/Grades.tsx'
import { gradesOf } from './staffQueries.ts'

/** The gradebook for staff: the evaluations, and the results of the class. */
export default function ClassGrade() {
  return useCan().grade ? <WithGrades /> : <Sections may={false} />
}

/** Waits for the table, so that the part below it renders at its final place. */
function WithGrades() {
  useSuspenseQuery(gradesOf(useCourseId()))
  return <Sections may />
}

function Sections({ may }: { may: boolean }) {
  const t = useText()
  const courseId = useCourseId()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {may && (
        <Section title={t.gradebook.title} action={<ToStatistics />}>
          <Grades key={courseId} />
        </Section>
      )}
      <Section title={may ? t.staff.grade.means : t.gradebook.title}>
        <div className="grid gap-4">
          <Alert>{t.staff.grade.note}</Alert>
          <Load fallback={<GradebookSkeleton />}>
            <Evaluations />
          </Load>
        </div>
      </Section>
      <Section title={t.staff.grade.assignments}>
        <Load fallback={<AssignmentScoresSkeleton />} compact>
          <AssignmentRows />
        </Load>
      </Section>
    </div>
  )
}

function ToStatistics() {
  const { title } = useAuthoring().statistics
  return (
    <AppLink to={`/course/${useCourseId()}/grade/statistics`} className={buttonClass('quiet', 'sm')}>
      {title}
    </AppLink>
  )
}

function Evaluations() {
  const { gradebook: t, staff } = useText()
  const rows = shownRows(useSuspenseQuery(gradebookOf(useCourseId())).data)
  if (rows.length === 0) {
    return (
      <Card>
        <Empty compact drawing={<DeskDrawing />} title={staff.grade.none} text={staff.grade.noneText} />
      </Card>
    )
  }
  return (
    <Card pad="none" className="overflow-hidden">
      <table className="w-full">
        <thead>
          <tr className="border-line border-b text-ink-soft text-sm">
            <th scope="col" className="px-4 py-3 text-start font-medium sm:px-6">
              {t.evaluation}
            </th>
            <th scope="col" className="px-4 py-3 text-end font-medium sm:px-6">
              {staff.grade.mean}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <Evaluation key={row._id} row={row} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function Evaluation({ row }: { row: GradebookRow }) {
  const { gradebook: t, staff } = useText()
  const { gradable_name: name, gradable_score: max, class_mean: mean } = row
  return (
    <tr>
      <th scope="row" className="px-4 py-3 text-start align-middle font-medium sm:px-6">
        <span className="wrap-anywhere">{name}</span>
        {mean !== null && max > 0 && (
          <BarMeter
            className="mt-2 max-w-3xl"
            value={mean}
            max={max}
            label={`${name}, ${staff.grade.mean}`}
            valueText={t.outOf(number(mean), number(max))}
          />
        )}
        {mean === null && <span className="mt-1 block font-normal text-ink-soft text-xs">{staff.grade.tooFew}</span>}
      </th>
      <td className="whitespace-nowrap px-4 py-3 text-end align-middle tabular-nums sm:px-6">
        {mean !== null && <span className="font-semibold text-lg">{number(mean)}</span>}
        <span className="text-ink-soft"> / {number(max)}</span>
      </td>
    </tr>
  )
}
