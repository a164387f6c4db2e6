import { useState } from 'react'
import { isByIds, kindOf, linesOf, type Question } from '../../contract/questions.ts'
import type { AnswerGroup } from '../../contract/staff/answers.ts'
import { InlineText } from '../assignments/InlineText.tsx'
import { whoIn } from '../grading/rows.tsx'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { ChevronDownIcon } from '../ui/icons.tsx'
import { Link } from '../ui/Link.tsx'
import { isJudged, rangeOf } from './typed.ts'

interface Props {
  group: AnswerGroup
  question: Question | null
  most: string
  current: boolean
  /** Why nobody has it any more; '' while somebody has. */
  note: string
  /** There is an unsaved grade for it. */
  unsaved: boolean
  onPick: () => void
  whose: boolean
  onWhose: (is: boolean) => void
  only: ReadonlySet<string>
  onOnly: (ids: ReadonlySet<string>) => void
  pathOf: (submission: string) => string
}

/** One answer, with the number of works and their points. */
export function AnswerRow(props: Props) {
  const { group, question, most, current, note, unsaved, onPick, whose, onWhose } = props
  const t = useAuthoring().answers
  const { works } = group
  return (
    <li
      data-group={group.key}
      className={cx(
        'grid scroll-my-24 max-md:scroll-mb-56 grid-cols-[minmax(0,1fr)] rounded-lg border bg-card shadow-card',
        current ? 'border-accent' : 'border-line',
      )}
    >
      <button
        type="button"
        aria-current={current || undefined}
        onClick={onPick}
        className={cx(
          'grid min-h-12 grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 rounded-lg px-4 py-2.5 text-start',
          !current && 'hover:bg-hover',
        )}
      >
        <AnswerText {...{ group, question }} full={current} />
        <span className="grid justify-items-end gap-1 text-sm tabular-nums">
          <span className="text-ink-soft">{t.count(works.length)}</span>
          {unsaved ? <Badge tone="late">{t.typed}</Badge> : <Points works={works} most={most} />}
        </span>
      </button>
      {current && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 pb-3">
          <p role="status" className="font-medium text-late text-sm empty:hidden">
            {note}
          </p>
          {group.cut && <p className="text-ink-soft text-sm">{t.cut}</p>}
          <Button
            size="sm"
            variant="bare"
            className="-ms-2 justify-self-start"
            icon={<ChevronDownIcon size={16} className={cx(whose && 'rotate-180')} />}
            aria-expanded={whose}
            aria-keyshortcuts="W"
            onClick={() => onWhose(!whose)}
          >
            {t.whose(works.length)}
          </Button>
          {whose && <Whose {...props} />}
        </div>
      )}
    </li>
  )
}

function Points({ works, most }: Pick<AnswerGroup, 'works'> & { most: string }) {
  const t = useAuthoring().answers
  const judged = works.filter(isJudged).length
  if (judged === 0) return <Badge tone="soon">{t.notGraded}</Badge>
  if (judged < works.length) return <Badge tone="soon">{t.partly(judged, works.length)}</Badge>
  if (works.every(({ points }) => points === null)) return <Badge tone="note">{t.asWhole}</Badge>
  return (
    <span className="font-medium">
      {rangeOf(works)} / {most}
    </span>
  )
}

function AnswerText({ group, question, full }: Pick<Props, 'group' | 'question'> & { full: boolean }) {
  const t = useAuthoring().answers
  const { correct: right } = useText().assignments
  const { answer } = group
  const kind = question ? kindOf(question) : 'open'
  if (answer.trim() === '') return <span className="text-ink-soft">{t.noAnswer}</span>
  if (question && kind === 'one') {
    const option = question.options?.find(({ _id }) => _id === answer)
    return (
      <span className="flex min-w-0 flex-wrap items-center gap-2">
        <span className="min-w-0 break-words">
          <InlineText text={option?.text ?? answer} />
        </span>
        {option?.correct && <Badge tone="done">{right}</Badge>}
      </span>
    )
  }
  const isIds = question && isByIds(kind)
  const text = isIds ? (linesOf(question, answer)?.join('\n') ?? answer) : answer
  return (
    <span className={cx('min-w-0 whitespace-pre-wrap break-words', !full && 'line-clamp-3')}>
      {isIds ? <InlineText text={text} /> : text}
      {question?.unit && !text.endsWith(question.unit) && ` ${question.unit}`}
    </span>
  )
}

/** How many names of a large group show before somebody opens the rest. */
const FEW = 50

/** The owners of the answers; once some are selected, only these are graded. */
function Whose({ group: { works }, only, onOnly, pathOf, most }: Props) {
  const { answers: t, grading } = useAuthoring()
  const [all, setAll] = useState(false)
  const shown = all ? works : works.slice(0, FEW)
  return (
    <>
      {works.length > 1 && <p className="text-ink-soft text-sm">{t.whoseText}</p>}
      <ul className="grid max-h-80 grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-x-4 overflow-y-auto text-sm">
        {shown.map((work) => {
          const name = whoIn(work, grading) || grading.someWork
          return (
            <li key={work._id} className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
              {works.length > 1 && (
                <input
                  type="checkbox"
                  aria-label={name}
                  checked={only.has(work._id)}
                  onChange={(event) => {
                    const next = new Set(only)
                    next[event.target.checked ? 'add' : 'delete'](work._id)
                    onOnly(next)
                  }}
                  className="size-4.5 shrink-0 accent-accent pointer-coarse:size-6"
                />
              )}
              <Link to={pathOf(work._id)} className="min-w-0 truncate hover:underline">
                {name}
              </Link>
              <span className="ms-auto shrink-0 text-ink-soft tabular-nums">
                {work.points === null ? '–' : `${work.points} / ${most}`}
              </span>
            </li>
          )
        })}
      </ul>
      {shown.length < works.length && (
        <Button size="sm" variant="bare" className="-ms-2 justify-self-start" onClick={() => setAll(true)}>
          {t.allOfThem(works.length)}
        </Button>
      )}
    </>
  )
}
