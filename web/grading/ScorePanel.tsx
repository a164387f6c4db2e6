import { type ReactNode, type Ref, useRef } from 'react'
import { pointsOf } from '../../contract/points.ts'
import type { Work } from '../../contract/staff/grading.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { cx } from '../ui/cx.ts'
import { ChevronDownIcon } from '../ui/icons.tsx'
import type { Sum } from './grade.ts'
import type { GradeForm } from './useGrade.ts'

interface Props {
  ref: Ref<HTMLDivElement>
  work: Work
  form: GradeForm
  sum: Sum
  /** The grade can be saved though nothing is typed. */
  ready: boolean
  /** Undefined: the person may not release it. */
  onRelease: (() => void) | undefined
  /** Whether it is docked, because there is no room beside the work. */
  docked: boolean
  /** Whether the docked panel is open. */
  open: boolean
  onOpen: (is: boolean) => void
  children: ReactNode
}

/** The grade beside a work. Docked, it is a bar at the lower edge with the total, which opens the rest. */
export function ScorePanel({ ref, work, form, sum, ready, onRelease, docked, open: asked, onOpen, children }: Props) {
  const { grading: t } = useAuthoring()
  const { feedback, sheet } = work
  const toggle = useRef<HTMLButtonElement>(null)
  const open = !docked || asked || form.failure !== undefined || Object.keys(form.conflicts).length > 0 || form.gone > 0
  const score = `${sum.score === null ? '–' : pointsOf(sum.score)} / ${sheet.assignment_score}`
  const typed = form.needsPress ? t.notYetSeen : form.failure === undefined ? t.typed : t.notSaved
  const state = form.sending ? t.saving : form.dirty ? typed : feedback.updated_at ? t.saved : t.notGraded
  return (
    <Card
      as="aside"
      aria-label={t.grade}
      ref={ref}
      pad="sm"
      data-dock={docked ? 'shown' : undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !docked || !open) return
        toggle.current?.focus()
        onOpen(false)
      }}
      className={cx(
        'overflow-y-auto',
        // It is docked only below `lg`, and a class with that prefix wins over one of the card.
        docked
          ? // On a low tablet the work has the room: the points and Save are enough of the grade.
            'max-lg:fixed inset-x-0 bottom-0 z-30 max-h-[60dvh] md:max-h-[min(42dvh,max(15rem,100dvh-36rem))] overscroll-contain rounded-b-none border-x-0 border-b-0 max-lg:shadow-lifted'
          : // As high as fits below the head of the page: saving stays in sight before the page is scrolled.
            'sticky top-20 max-h-[calc(100dvh-15.5rem)]',
        !open && 'max-lg:rounded-none max-lg:pt-0',
      )}
    >
      <div className={cx(!open && 'hidden')}>{children}</div>
      <div
        className={cx(
          'sticky -bottom-4 -mx-4 -mb-4 flex flex-wrap items-center gap-2 border-line bg-card px-4',
          docked ? 'pt-1.5 pb-[max(0.375rem,env(safe-area-inset-bottom))]' : 'py-3',
          open && 'mt-4 border-t',
        )}
      >
        {docked && (
          <Button
            ref={toggle}
            size="sm"
            aria-expanded={open}
            aria-label={`${t.grade}: ${score}`}
            icon={<ChevronDownIcon size={18} className={cx(!open && 'rotate-180')} />}
            className="tabular-nums"
            onClick={() => onOpen(!open)}
          >
            {score}
          </Button>
        )}
        <p role="status" className="min-w-0 flex-1 text-ink-soft text-sm">
          {state}
        </p>
        {onRelease && (
          <Button size="sm" aria-keyshortcuts="R" className={cx(!open && 'max-lg:hidden')} onClick={onRelease}>
            {feedback.released ? t.takeBack : t.release}
          </Button>
        )}
        <Button
          size="sm"
          variant="primary"
          className="ms-auto"
          idle={!form.dirty && !ready}
          pending={form.sending}
          onClick={() => void form.save()}
        >
          {t.save}
        </Button>
      </div>
    </Card>
  )
}
