import { type ReactNode, useId, useState } from 'react'
import { cx } from './cx.ts'
import { ChevronRightIcon } from './icons.tsx'

export type ExpandRowProps = {
  title: ReactNode
  icon?: ReactNode
  /** At the end of the row, inside the button. */
  meta?: ReactNode
  /** One line until it is open, from edge to edge of its card: for long lists. */
  dense?: boolean
  children: ReactNode
  /** Pass both to hold the state outside, such as in the address. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** A row that opens to show its content. */
export function ExpandRow({ title, icon, meta, dense, children, open, onOpenChange }: ExpandRowProps) {
  const id = useId()
  const [own, setOwn] = useState(false)
  const opened = open ?? own
  // The content renders at the first opening: a page of folders would render all their files unseen.
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
        className={cx(
          'flex w-full items-center text-start hover:bg-hover',
          dense
            ? 'min-h-11 gap-2 px-4 py-1.5 focus-visible:outline-offset-[-2px]'
            : 'min-h-13 gap-3 rounded-md px-3 py-2.5',
        )}
      >
        {icon && <span className="text-accent">{icon}</span>}
        <span className={cx('min-w-0 flex-1 font-medium', dense && !opened ? 'truncate' : 'break-words')}>{title}</span>
        {/* On a phone it wraps rather than leave the title no room. */}
        {meta && <span className={cx('shrink-0 text-ink-soft text-sm', !dense && 'max-w-1/2')}>{meta}</span>}
        {/* At the end, as wide as a button there, so that the icons of all rows align. */}
        <span className={cx('grid shrink-0 place-items-center text-ink-soft', !dense && 'w-11')}>
          <ChevronRightIcon
            size={18}
            className={cx('transition-[rotate] duration-200 ease-out', opened && 'rotate-90')}
          />
        </span>
      </button>
      {/* Closed content is invisible, so keyboard and screen readers skip it too. */}
      <div
        id={id}
        className={cx(
          'grid transition-[grid-template-rows,visibility] duration-200 ease-out',
          opened ? 'grid-rows-[1fr]' : 'invisible grid-rows-[0fr]',
        )}
      >
        <div className="min-h-0 overflow-clip">
          <div className={dense ? 'ps-10.5 pe-4 pt-1 pb-4' : 'ms-5 border-line border-s ps-3'}>{drawn && children}</div>
        </div>
      </div>
    </div>
  )
}
