import { type CSSProperties, useEffect, useRef } from 'react'
import type { ShownMark } from '../../contract/staff/marks.ts'
import { number } from '../i18n/dates.ts'
import { useWorkWords } from '../i18n/works.ts'
import { useMarking } from './marking.ts'

interface Props {
  mark: ShownMark
  className: string
  style: CSSProperties
}

/** The number of a mark at its place on the work; the number and the comment lead to each other. */
export function MarkAnchor({ mark, className, style }: Props) {
  const t = useWorkWords()
  const marking = useMarking()
  const button = useRef<HTMLButtonElement>(null)
  const isSought = marking?.sought?._id === mark._id
  const onFound = marking?.onFound
  useEffect(() => {
    if (!isSought) return
    button.current?.scrollIntoView({ block: 'center', inline: 'center' })
    button.current?.focus({ preventScroll: true })
    onFound?.()
  }, [isSought, onFound])
  const n = number(marking?.numberOf(mark) ?? 0)
  return (
    <button
      ref={button}
      type="button"
      data-place={mark._id}
      className={className}
      style={style}
      aria-label={t.mark(n, mark.comment)}
      onClick={() => marking?.pick(mark)}
    >
      <span className="work-number">{n}</span>
      {mark.kind === 'text' && <span className="work-note">{mark.comment}</span>}
    </button>
  )
}
