import type { PartStatistics } from '../../contract/staff/statistics.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { number } from '../i18n/dates.ts'
import { InlineMath } from '../markdown/InlineMath.tsx'
import { plainText } from '../markdown/plainText.ts'
import { Badge } from '../ui/Badge.tsx'
import type { Tone } from '../ui/tone.ts'
import { BarChart, thinned } from './BarChart.tsx'
import { ChartWithTable, Numbers } from './ChartWithTable.tsx'
import { Nothing } from './charts.tsx'

type Tells = 'good' | 'fair' | 'weak' | 'wrong' | 'unknown'

/** The usual bounds of an item analysis. */
const tellsOf = (r: number | null): Tells =>
  r === null ? 'unknown' : r < 0 ? 'wrong' : r < 0.15 ? 'weak' : r < 0.3 ? 'fair' : 'good'
const tones: Record<Tells, Tone> = { good: 'done', fair: 'note', weak: 'soon', wrong: 'wrong', unknown: 'neutral' }

/** The difficulty of each part of an assignment, and how well it separates strong students from the others. */
export function ByQuestion({ parts }: { parts: PartStatistics[] }) {
  const t = useAuthoring().statistics
  if (parts.length === 0) return <Nothing title={t.noQuestions} text={t.noQuestionsText} />
  const questions = parts.filter(({ question }) => question !== '')
  const named = parts.map((one) => {
    const n = questions.indexOf(one) + 1
    const isText = one.part === 'textbox'
    return {
      ...{ one, name: n > 0 ? t.nth(n) : isText ? t.textbox : t.file },
      short: n > 0 ? t.short(n) : isText ? t.textbox : t.file,
    }
  })
  const labels = thinned(
    named.map(({ short }) => short),
    16,
  )
  const isWrong = ({ discrimination }: PartStatistics) => tellsOf(discrimination) === 'wrong'
  return (
    <ChartWithTable
      wide
      title={t.questions}
      text={t.questionsText}
      picture={
        parts.some(({ mean }) => mean !== null) && (
          <BarChart
            label={t.seeTable(t.questions)}
            most={100}
            tick={(n) => `${n}%`}
            {...(parts.some(isWrong) && { legend: [t.difficulty, t.lookAtKey] as [string, string] })}
            bars={named.map(({ one, name }, i) => ({
              ...{ key: one.part, label: labels[i] ?? '', lower: one.mean ?? 0, marked: isWrong(one) },
              title: `${name}: ${one.mean === null ? '–' : `${number(one.mean)}%`}`,
              ...(parts.length <= 16 && one.mean !== null && { text: String(Math.round(one.mean)) }),
            }))}
          />
        )
      }
      table={
        <Numbers
          label={t.questions}
          head={[
            { label: t.question },
            { label: t.points },
            { label: t.difficulty },
            { label: t.discrimination, words: true },
            { label: t.full },
            { label: t.none },
            { label: t.judged },
          ]}
          rows={named.map(({ one, name }) => ({
            key: one.part,
            cells: [
              <Asked key="asked" of={one} name={name} />,
              number(one.most),
              one.mean === null ? '–' : `${number(one.mean)}%`,
              <Tells key="tells" of={one} />,
              one.full,
              one.none,
              t.ofAll(one.judged, one.asked),
            ],
          }))}
        />
      }
    />
  )
}

function Tells({ of: { discrimination: of, kind } }: { of: PartStatistics }) {
  const t = useAuthoring().statistics
  const tells = tellsOf(of)
  // What people grade has no key.
  const isOpen = kind === null || kind === 'open'
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 tabular-nums">
      {of !== null && <span>{number(of)}</span>}
      <Badge tone={tones[tells]}>{isOpen && tells === 'wrong' ? t.lookAtGrading : t.tells[tells]}</Badge>
    </span>
  )
}

function Asked({ of: { question, choices }, name }: { of: PartStatistics; name: string }) {
  const t = useAuthoring().statistics
  return (
    <>
      {name}
      {question !== '' && (
        <span className="line-clamp-2 font-normal text-ink-soft">
          <InlineMath text={plainText(question)} />
        </span>
      )}
      {choices.length > 0 && (
        <details className="mt-1 font-normal">
          <summary className="cursor-pointer text-accent pointer-coarse:min-h-11 pointer-coarse:content-center">
            {t.answers}
          </summary>
          <ul className="mt-1 grid gap-1">
            {choices.map(({ text, correct, count }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two choices may have the same words
              <li key={i} className="flex gap-2">
                <span className="min-w-0 flex-1">
                  <InlineMath text={plainText(text)} />
                  {correct && <span className="text-done"> ({t.correct})</span>}
                </span>
                <span className="tabular-nums">{t.chosen(count)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
