import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { BankQuestion } from '../../../contract/staff/bank.ts'
import { useWide } from '../../common/useWide.ts'
import { useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { number } from '../../i18n/dates.ts'
import { useText } from '../../i18n/index.ts'
import { Markdown } from '../../markdown/Markdown.tsx'
import { plainText } from '../../markdown/plainText.ts'
import { mayHaveMath } from '../../markdown/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx'
import { useTicks } from '../../ui/useTicks.ts'
import { RightOptions } from '../RightOptions.tsx'
import { type BankSearch, showMoreOfBank } from './bank.ts'

interface Props {
  list: RefObject<HTMLUListElement | null>
  /** Undefined: the questions are loading. */
  found: { all: BankQuestion[]; more: boolean } | undefined
  /** The questions of the previous search, while the new ones load. */
  isOld: boolean
  search: BankSearch
  chosen: ReadonlyMap<string, BankQuestion>
  onTick: (questions: BankQuestion[], on: boolean) => void
}

/** The found questions, each with a checkbox; the focused one shows whole. Arrow keys move through them. */
export function BankList({ list, found, isOld, search, chosen, onTick }: Props) {
  const { sheet } = useAuthoring()
  const t = sheet.bank
  const { loading } = useText()
  const course_id = useCourseId()
  const isWide = useWide()
  const [at, setAt] = useState<string>()
  const hint = useId()
  const ticked = useTicks()
  /** The place of the first question of a page that was asked for: the button goes with the last page. */
  const asked = useRef<number>(undefined)
  const count = found?.all.length ?? 0
  useEffect(() => {
    if (asked.current === undefined || count <= asked.current) return
    list.current?.querySelectorAll('input')[asked.current]?.focus()
    asked.current = undefined
  }, [count, list])
  if (!found) {
    return (
      <SkeletonGroup label={loading}>
        <Skeleton shape="block" className="h-60" />
      </SkeletonGroup>
    )
  }
  if (found.all.length === 0) {
    const isSearched = Object.keys(search).length > 0
    return <Empty compact title={isSearched ? t.noneFound : t.none} text={isSearched ? undefined : t.noneHelp} />
  }
  const looked = found.all.find(({ _id }) => _id === at) ?? (isWide ? found.all[0] : undefined)

  function onKeyDown(event: KeyboardEvent) {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by === 0) return
    const boxes = [...(list.current?.querySelectorAll('input') ?? [])]
    event.preventDefault()
    boxes[boxes.indexOf(event.target as HTMLInputElement) + by]?.focus()
  }
  const all = found.all.map(({ _id }) => _id)
  const isAllTicked = found.all.every(({ _id }) => chosen.has(_id))
  const detail = (one: BankQuestion) => <Preview question={one} />
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      <div className={cx('grid gap-3', isOld && 'opacity-60')}>
        <div className="flex items-start justify-end gap-3">
          <p id={hint} className="flex-1 text-ink-soft text-sm max-md:sr-only">
            {t.keys}
          </p>
          {found.all.length > 1 && (
            <Button size="sm" variant="bare" className="-my-1.5" onClick={() => onTick(found.all, !isAllTicked)}>
              {isAllTicked ? t.untickAll : t.tickAll(found.all.length)}
            </Button>
          )}
        </div>
        <ul ref={list} aria-label={t.found} aria-describedby={hint} className="grid" onKeyDown={onKeyDown}>
          {found.all.map((one) => (
            <li key={one._id} className="border-line border-b last:border-b-0">
              <Checkbox
                checked={chosen.has(one._id)}
                onChange={(on, shift) => {
                  const ids = ticked(all, one._id, shift)
                  onTick(
                    found.all.filter(({ _id }) => ids.includes(_id)),
                    on,
                  )
                  setAt(one._id)
                }}
                // The focus by a press opens nothing: a change of height above would move the question from under the
                // finger.
                onFocus={(event) => event.target.matches(':focus-visible') && setAt(one._id)}
                className={cx(one === looked && 'bg-hover')}
              >
                <Excerpt text={one.question} />
                <span className="block break-words text-ink-soft text-sm">
                  {[sheet.kindOf[one.kind ?? 'open'], t.courseOf(one), one.assignment_name].join(' · ')}
                </span>
              </Checkbox>
              {!isWide && one === looked && detail(one)}
            </li>
          ))}
        </ul>
        {found.more && (
          <Button
            size="sm"
            onClick={() => {
              asked.current = count
              void showMoreOfBank(course_id, search).catch(() => undefined)
            }}
          >
            {t.more}
          </Button>
        )}
      </div>
      {isWide && looked && <div className="sticky top-24">{detail(looked)}</div>}
    </div>
  )
}

/** The signed address of a picture for this reader, as Markdown. */
const PICTURE = /!\[[^\]]*\]\((\/api\/files\/[^)\s]+)\)/

/** A line or two of a question, with its formulas and its first picture. */
function Excerpt({ text }: { text: string }) {
  const picture = PICTURE.exec(text)?.[1]
  return (
    <span className="flex items-start gap-3">
      {picture && (
        <img src={picture} alt="" loading="lazy" className="h-12 w-16 shrink-0 rounded-sm bg-sunken object-contain" />
      )}
      {mayHaveMath(text) ? (
        <span className="block max-h-24 min-w-0 overflow-hidden break-words font-medium">
          <Markdown text={text.replace(PICTURE, '')} still />
        </span>
      ) : (
        <span className="line-clamp-2 min-w-0 break-words font-medium">{plainText(text)}</span>
      )}
    </span>
  )
}

function Preview({ question }: { question: BankQuestion }) {
  const { sheet } = useAuthoring()
  const t = sheet.bank
  const { assignments } = useText()
  const id = useId()
  const { score, tags = [], uses } = question
  const facts = [assignments.points(score, number(score)), ...(uses > 1 ? [t.uses(uses)] : []), ...tags]
  return (
    <section aria-label={t.preview} className="grid gap-3 rounded-md border border-line bg-sunken p-4">
      <div id={id} className="min-w-0 font-medium">
        <Markdown text={question.question} />
      </div>
      <RightOptions question={question} labelledBy={id} />
      <p className="break-words text-ink-soft text-sm">{facts.join(' · ')}</p>
    </section>
  )
}
