import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ShownMark } from '../../contract/staff/marks.ts'
import { number } from '../i18n/dates.ts'
import { useWorkWords } from '../i18n/works.ts'
import { cx } from '../ui/cx.ts'
import { kindOf } from './kind.ts'
import type { Subject } from './Marked.tsx'

/** The order of the marks' numbers: by their places on the work. */
export const inOrder = <M extends ShownMark>(marks: readonly M[]): M[] =>
  marks.toSorted((a, b) => placeOf(a) - placeOf(b))

function placeOf({ page, shape }: ShownMark): number {
  if ('from' in shape) return shape.from[0]
  const top = 'at' in shape ? shape.at[1] : 'boxes' in shape ? shape.boxes[0]?.[1] : shape.strokes[0]?.[0]?.[1]
  return page + (top ?? 0)
}

interface Props<M extends ShownMark> {
  subject: Subject
  /** In order. */
  marks: M[]
  /** The mark that was pressed on the work; a new object for each press. */
  picked: { id: string } | undefined
  /** Goes to the place of a mark on the work. */
  onSeek: (mark: M) => void
  /** The marks that are not on the work any more; they have no number. */
  gone?: ReadonlySet<string>
  /** Replaces the comment with an editor, for a person who may change it. */
  children?: (mark: M, n: string) => ReactNode
}

/**
 * The comments of marks, by their numbers. The comment of a picked mark stays in sight at the lower edge of the window
 * until the focus leaves it, so that its place on the work stays in sight, too.
 */
export function MarkComments<M extends ShownMark>({ subject, marks, picked, onSeek, gone, children }: Props<M>) {
  const t = useWorkWords()
  const list = useRef<HTMLOListElement>(null)
  const [left, setLeft] = useState<Props<M>['picked']>()
  const held = picked === left ? undefined : picked?.id
  useEffect(() => {
    const item = picked && list.current?.querySelector<HTMLElement>(`[data-mark="${picked.id}"]`)
    if (!item) return
    ;(item.querySelector('textarea') ?? item).focus({ preventScroll: true })
    item.scrollIntoView({ block: 'nearest' })
    const place = list.current?.parentElement?.querySelector(`[data-place="${picked.id}"]`)
    const covered = (place?.getBoundingClientRect().bottom ?? 0) - item.getBoundingClientRect().top
    if (covered > 0) scrollBy(0, covered + 8)
  }, [picked])
  /** Only a PDF has pages to tell apart. */
  const placeOn = ({ path, page, shape }: M) => {
    if ('from' in shape) return t.onLine(number(shape.from[0]))
    const file = path || !('file' in subject) ? { name: path, type: '' } : subject.file
    return kindOf(file) === 'pdf' ? t.onPage(number(page)) : ''
  }
  const numbers = new Map(marks.filter(({ _id }) => !gone?.has(_id)).map(({ _id }, i) => [_id, number(i + 1)]))
  if (marks.length === 0) return null
  return (
    // Without a box of its own: within one, a comment could not leave its lower edge.
    <ol ref={list} aria-label={t.marks} className="[display:contents]">
      {marks.map((mark) => {
        const n = numbers.get(mark._id)
        return (
          <li
            key={mark._id}
            data-mark={mark._id}
            tabIndex={-1}
            className={cx('flex gap-3 border-line border-t bg-card px-4 py-3', held === mark._id && 'work-held')}
            onBlur={({ currentTarget, relatedTarget }) => {
              if (!currentTarget.contains(relatedTarget)) setLeft(picked)
            }}
          >
            {n && (
              <button
                type="button"
                className="work-seek"
                aria-label={t.toMark(n)}
                title={t.toMark(n)}
                onClick={() => onSeek(mark)}
              >
                <span className="work-number" style={{ '--mark': `var(--color-${mark.colour})` } as CSSProperties}>
                  {n}
                </span>
              </button>
            )}
            <div className="min-w-0 flex-1">
              <p className="mb-1 break-words text-ink-soft text-sm empty:hidden">
                {[mark.path, placeOn(mark)].filter(Boolean).join(' · ')}
              </p>
              {children?.(mark, n ?? '') ?? (
                <p className="whitespace-pre-wrap break-words">
                  {mark.comment || <span className="text-ink-soft">{t.noComment}</span>}
                </p>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
