import type { Bin, Summary, Timeline } from '../../contract/staff/statistics.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { number, shortDay } from '../i18n/dates.ts'
import { Card } from '../ui/Card.tsx'
import { BarChart, thinned } from './BarChart.tsx'
import { ChartWithTable, Numbers } from './ChartWithTable.tsx'

/* The charts that the statistics of an assignment and of a course share. */

/** A day as 2026-11-25, which has no zone. */
const dayWords = (day: string) => shortDay(`${day}T00:00:00`)

/** A line in place of an empty chart: three empty ones would be too many. */
export function Nothing({ title, text }: { title: string; text: string }) {
  return (
    <Card>
      <p>
        <strong className="font-semibold">{title}.</strong> {text}
      </p>
    </Card>
  )
}

/** The summary of scores in words; `unit` follows each number. */
export function useSummaryFacts(): (of: Summary, unit?: string) => [string, string][] {
  const t = useAuthoring().statistics
  return ({ mean, median, deviation, lowest, highest }, unit = '') => {
    const written = (n: number) => `${number(n)}${unit}`
    return [
      [t.mean, written(mean)],
      [t.median, written(median)],
      [t.deviation, written(deviation)],
      [t.range, t.to(written(lowest), written(highest))],
    ]
  }
}

export function Distribution({ bins, title, text, of }: { bins: Bin[]; title: string; text: string; of: string }) {
  const t = useAuthoring().statistics
  if (bins.every(({ count }) => count === 0)) return <Nothing title={t.noScores} text={t.noScoresText} />
  const named = bins.map((bin) => ({ ...bin, key: String(bin.to), name: t.bin(bin.from, bin.to) }))
  return (
    <ChartWithTable
      title={title}
      text={text}
      picture={
        <BarChart
          label={t.seeTable(title)}
          bars={named.map(({ key, from, to, count, name }) => ({
            ...{ key, label: to === null ? t.more : String(from), lower: count, title: `${name}: ${count}` },
            ...(count > 0 && { text: String(count) }),
          }))}
        />
      }
      table={
        <Numbers
          label={title}
          head={[{ label: t.percent }, { label: of }]}
          rows={named.map(({ key, name, count }) => ({ key, cells: [name, count] }))}
        />
      }
    />
  )
}

/** Submissions by day or by week; `due`: the last day. */
export function OverTime({ timeline: { unit, items }, due }: { timeline: Timeline; due?: string | null }) {
  const t = useAuthoring().statistics
  if (items.length === 0) return <Nothing title={t.nothing} text={t.nothingText} />
  const labels = thinned(
    items.map(({ from }) => dayNumbers(from)),
    6,
  )
  // The last bar that begins before the end; none if all came later.
  const last = due ? items.findLast(({ from }) => from <= due) : undefined
  const isWithin = last && (unit === 'week' || last.from === due || items.at(-1) !== last)
  return (
    <ChartWithTable
      title={t.overTime}
      text={unit === 'day' ? t.byDay : t.byWeek}
      picture={
        <BarChart
          label={t.seeTable(t.overTime)}
          legend={[t.first, t.again]}
          line={isWithin ? { after: last.from, label: t.due } : undefined}
          bars={items.map(({ from, first, again }, i) => ({
            ...{ key: from, label: labels[i] ?? '', lower: first, upper: again },
            title: `${dayWords(from)}: ${first} + ${again}`,
          }))}
        />
      }
      table={
        <Numbers
          label={t.overTime}
          head={[{ label: unit === 'day' ? t.day : t.week }, { label: t.first }, { label: t.again }]}
          rows={items
            .toReversed()
            .map(({ from, first, again }) => ({ key: from, cells: [dayWords(from), first, again] }))}
        />
      }
    />
  )
}

/** 25/11, which readers of every language here understand alike. */
const dayNumbers = (day: string) => `${Number(day.slice(8))}/${Number(day.slice(5, 7))}`
