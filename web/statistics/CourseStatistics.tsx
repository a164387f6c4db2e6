import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import type { CourseStatistics as Data } from '../../contract/staff/statistics.ts'
import { AppLink } from '../common/AppLink.tsx'
import { Title } from '../common/Title.tsx'
import { useWide } from '../common/useWide.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { NotFound } from '../errors/ErrorScreens.tsx'
import { useAuthoring } from '../i18n/authoring.ts'
import { number } from '../i18n/dates.ts'
import { Load } from '../loading/Load.tsx'
import { BarChart, thinned } from './BarChart.tsx'
import { Behind } from './Behind.tsx'
import { ChartWithTable, Facts, Numbers } from './ChartWithTable.tsx'
import { Distribution, Nothing, OverTime, useSummaryFacts } from './charts.tsx'
import { courseStatisticsOf } from './queries.ts'
import { SectionChoice, useSection } from './SectionChoice.tsx'
import { StatisticsSkeleton } from './StatisticsSkeleton.tsx'

/** The statistics of a course, for people who may grade. */
export default function CourseStatistics() {
  if (!useCan().grade) return <NotFound inside />
  return (
    <Load fallback={<StatisticsSkeleton />}>
      <Statistics />
    </Load>
  )
}

function Statistics() {
  const t = useAuthoring().statistics
  const course_id = useCourseId()
  const { data } = useSuspenseQuery(courseStatisticsOf(course_id, useSection()))
  const factsOf = useSummaryFacts()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Title of={t.whole} />
      <header className="grid gap-1">
        <p className="text-sm">
          <AppLink to={`/course/${course_id}/grade`} look="text" className="touch-target">
            {t.gradebook}
          </AppLink>
        </p>
        <h2 className="font-semibold text-xl tracking-tight">{t.whole}</h2>
        <p className="text-ink-soft text-sm">
          {t.people(data.students)} · {t.note}
        </p>
        <SectionChoice />
      </header>
      {data.totals && <Facts facts={factsOf(data.totals, '%')} />}
      <Behind data={data} />
      <Distribution bins={data.distribution} title={t.totals} text={t.totalsText} of={t.students} />
      {data.totals && <Letters letters={data.letters} />}
      <Columns columns={data.columns} />
      <OverTime timeline={data.over_time} />
    </div>
  )
}

function Letters({ letters }: Pick<Data, 'letters'>) {
  const t = useAuthoring().statistics
  return (
    <ChartWithTable
      title={t.letters}
      text={t.lettersText}
      picture={
        <BarChart
          label={t.seeTable(t.letters)}
          bars={letters.map(({ letter, count }) => ({
            ...{ key: letter, label: letter, lower: count, title: `${letter}: ${count}` },
            ...(count > 0 && { text: String(count) }),
          }))}
        />
      }
      table={
        <Numbers
          label={t.letters}
          head={[{ label: t.letter }, { label: t.students }]}
          rows={letters.map(({ letter, count }) => ({ key: letter, cells: [letter, count] }))}
        />
      }
    />
  )
}

function Columns({ columns }: Pick<Data, 'columns'>) {
  const t = useAuthoring().statistics
  const course_id = useCourseId()
  const { search } = useLocation()
  const most = useWide() ? 20 : 10
  if (columns.length === 0) return <Nothing title={t.noColumns} text={t.noColumnsText} />
  const labels = thinned(
    columns.map((_, i) => String(i + 1)),
    most,
  )
  const percent = (n: number | undefined) => (n === undefined ? '–' : `${number(n)}%`)
  return (
    <ChartWithTable
      wide
      title={t.columns}
      text={t.columnsText}
      picture={
        <div className="grid gap-2">
          <BarChart
            label={t.seeTable(t.columns)}
            most={Math.max(100, ...columns.map(({ scores }) => scores?.mean ?? 0))}
            tick={(n) => `${n}%`}
            bars={columns.map(({ _id, gradable_name, scores }, i) => ({
              ...{ key: _id, label: labels[i] ?? '', lower: scores?.mean ?? 0 },
              title: `${i + 1}. ${gradable_name}: ${percent(scores?.mean)}`,
              ...(columns.length <= 16 && scores && { text: String(Math.round(scores.mean)) }),
            }))}
          />
          {/* On a phone the table, which names the numbers, is not beside it. */}
          <ol className="flex flex-wrap gap-x-3 gap-y-1 text-ink-soft text-sm md:hidden">
            {columns.map(({ _id, gradable_name }, i) => (
              <li key={_id} className="wrap-anywhere">{`${i + 1}. ${gradable_name}`}</li>
            ))}
          </ol>
        </div>
      }
      table={
        <Numbers
          label={t.columns}
          head={[
            { label: t.column },
            { label: t.scores },
            { label: t.mean },
            { label: t.median },
            { label: t.deviation },
            { label: t.range },
          ]}
          rows={columns.map(({ _id, gradable_name, assignment_id, scores }, i) => ({
            key: _id,
            cells: [
              assignment_id ? (
                <AppLink
                  key="to"
                  to={`/course/${course_id}/assignments/${assignment_id}/statistics${search}`}
                  look="text"
                  className="touch-target"
                >{`${i + 1}. ${gradable_name}`}</AppLink>
              ) : (
                `${i + 1}. ${gradable_name}`
              ),
              scores?.count ?? 0,
              percent(scores?.mean),
              percent(scores?.median),
              percent(scores?.deviation),
              scores ? t.to(percent(scores.lowest), percent(scores.highest)) : '–',
            ],
          }))}
        />
      }
    />
  )
}
