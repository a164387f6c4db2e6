import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { GoneNote } from '../changes/GoneNote.tsx'
import { AppLink } from '../common/AppLink.tsx'
import { Title } from '../common/Title.tsx'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { NotFound } from '../errors/ErrorScreens.tsx'
import { useAuthoring } from '../i18n/authoring.ts'
import { number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { BarChart } from './BarChart.tsx'
import { ByQuestion } from './ByQuestion.tsx'
import { ChartWithTable, Facts, Numbers } from './ChartWithTable.tsx'
import { Distribution, OverTime, useSummaryFacts } from './charts.tsx'
import { statisticsOf } from './queries.ts'
import { SectionChoice, useSection } from './SectionChoice.tsx'
import { StatisticsSkeleton } from './StatisticsSkeleton.tsx'

/** The statistics of an assignment, for people who may grade. */
export default function AssignmentStatistics() {
  if (!useCan().grade) return <NotFound inside />
  return (
    <Load fallback={<StatisticsSkeleton />}>
      <Statistics />
    </Load>
  )
}

function Statistics() {
  const { statistics: t, grading } = useAuthoring()
  const course_id = useCourseId()
  const { asgn_id = '' } = useParams()
  const { data, error } = useSuspenseQuery(statisticsOf(course_id, asgn_id, useSection()))
  const { maximumScore } = useText().assignments
  const factsOf = useSummaryFacts()
  const { assignment_name: name, assignment_score: most, owners, scores } = data
  const facts: [string, string][] = [
    [t.handedIn, t.ofAll(data.handed_in, owners)],
    [t.graded, String(data.graded)],
    [t.released, String(data.released)],
    ...(most > 0 ? [[maximumScore, number(most)] as [string, string]] : []),
    ...(scores ? factsOf(scores) : []),
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Title of={t.of(name)} />
      <GoneNote error={error} />
      <header className="grid gap-1">
        <p className="text-sm">
          <AppLink to={`/course/${course_id}/assignments/${asgn_id}/submissions`} look="text" className="touch-target">
            {grading.submissions}
          </AppLink>
        </p>
        <h2 className="break-words font-semibold text-xl tracking-tight">{t.of(name)}</h2>
        <p className="text-ink-soft text-sm">
          {data.of_groups ? t.groups(owners) : t.people(owners)} · {t.note}
        </p>
        <SectionChoice />
      </header>
      <Facts facts={facts} />
      <Distribution bins={data.distribution} title={t.distribution} text={t.distributionText} of={t.works} />
      <ByQuestion parts={data.parts} />
      <OverTime timeline={data.over_time} due={data.due} />
      {data.attempts.some(({ attempts }) => attempts > 1) && (
        <ChartWithTable
          title={t.attempts}
          text={t.attemptsText}
          picture={
            <BarChart
              label={t.seeTable(t.attempts)}
              bars={data.attempts.map(({ attempts, count }) => ({
                ...{ key: String(attempts), label: String(attempts), lower: count, text: String(count) },
                title: `${attempts}: ${count}`,
              }))}
            />
          }
          table={
            <Numbers
              label={t.attempts}
              head={[{ label: t.times }, { label: data.of_groups ? t.works : t.students }]}
              rows={data.attempts.map(({ attempts, count }) => ({
                key: String(attempts),
                cells: [attempts, count],
              }))}
            />
          }
        />
      )}
    </div>
  )
}
