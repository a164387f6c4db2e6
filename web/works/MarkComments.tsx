import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import type { ShownMark } from '../../contract/staff/marks.ts'
import { number } from '../i18n/dates.ts'
import { useWorkWords } from '../i18n/works.ts'

/** The order of the marks' numbers: by their places on the work. */
export const inOrder = <M extends ShownMark>(marks: readonly M[]): M[] =>
  marks.toSorted((a, b) => placeOf(a) - placeOf(b))

function placeOf({ page, shape }: ShownMark): number {
  if ('from' in shape) return shape.from[0]
  const top = 'at' in shape ? shape.at[1] : 'boxes' in shape ? shape.boxes[0]?.[1] : shape.strokes[0]?.[0]?.[1]
  return page + (top ?? 0)
}

interface Props<M extends ShownMark> {
  /** In order. */
  marks: M[]
  /** The mark that was pressed on the work; a new object for each press. */
  picked: { id: string } | undefined
  /** Goes to the place of a mark on the work. */
  onSeek: (mark: M) => void
  /** Replaces the comment with an editor, for a person who may change it. */
  children?: (mark: M, n: string) => ReactNode
}

/** The comments of marks, by their numbers. */
export function MarkComments<M extends ShownMark>({ marks, picked, onSeek, children }: Props<M>) {
  const t = useWorkWords()
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (!picked) return
    const item = list.current?.querySelector<HTMLElement>(`[data-mark="${picked.id}"]`)
    const target = item?.querySelector('textarea') ?? item
    target?.focus()
    item?.scrollIntoView({ block: 'nearest' })
  }, [picked])
  if (marks.length === 0) return null
  return (
    <ol ref={list} aria-label={t.marks} className="grid divide-y divide-line border-line border-t bg-card">
      {marks.map((mark, i) => (
        <li key={mark._id} data-mark={mark._id} tabIndex={-1} className="flex gap-3 px-4 py-3">
          <button
            type="button"
            className="work-seek"
            aria-label={t.toMark(number(i + 1))}
            title={t.toMark(number(i + 1))}
            onClick={() => onSeek(mark)}
          >
            <span className="work-number" style={{ '--mark': `var(--color-${mark.colour})` } as CSSProperties}>
              {number(i + 1)}
            </span>
          </button>
          <div className="min-w-0 flex-1">
            <p className="text-ink-soft text-sm">
              {mark.path && <span className="break-words">{mark.path} · </span>}
              {'from' in mark.shape ? t.onLine(number(mark.shape.from[0])) : t.onPage(number(mark.page))}
            </p>
            {children?.(mark, number(i + 1)) ?? (
              <p className="whitespace-pre-wrap break-words">
                {mark.comment || <span className="text-ink-soft">{t.noComment}</span>}
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
