import { type ReactNode, useId, useState } from 'react'
import { cx } from './cx.ts'
import { ChevronRightIcon } from './icons.tsx'

export type ExpandRowProps = {
  title: ReactNode
  icon?: ReactNode
  /** At the end of the row, inside the button. */
  meta?: ReactNode
  children: ReactNode
  /** Give both to keep the state outside, such as in the address. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** A row that opens to show what is inside it. */
export function ExpandRow({ title, icon, meta, children, open, onOpenChange }: ExpandRowProps) {
  const id = useId()
  const [own, setOwn] = useState(false)
  const opened = open ?? own
  // What is inside is drawn when it is first opened: a page of folders would carry all their files unseen.
  const [drawn, setDrawn] = useState(opened)
  if (opened && !drawn) setDrawn(true)
  return (
    <div>
      <button
        type="button"
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => {
          setOwn(!opened)
          onOpenChange?.(!opened)
        }}
        className="flex min-h-13 w-full items-center gap-3 rounded-md px-3 py-2 text-start hover:bg-hover"
      >
        <ChevronRightIcon
          size={18}
          className={cx('text-ink-soft transition-[rotate] duration-200 ease-out', opened && 'rotate-90')}
        />
        {icon && <span className="text-accent">{icon}</span>}
        <span className="min-w-0 flex-1 break-words font-medium">{title}</span>
        {meta && <span className="shrink-0 text-ink-soft text-sm">{meta}</span>}
      </button>
      {/* Closed content is invisible, so it is out of reach of the keyboard and of screen readers too. */}
      <div
        id={id}
        className={cx(
          'grid transition-[grid-template-rows,visibility] duration-200 ease-out',
          opened ? 'grid-rows-[1fr]' : 'invisible grid-rows-[0fr]',
        )}
      >
        <div className="min-h-0 overflow-clip">
          <div className="ms-5 border-line border-s ps-3">{drawn && children}</div>
        </div>
      </div>
    </div>
  )
}
