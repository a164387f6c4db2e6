import { useLayoutEffect, useRef } from 'react'
import type { Grades, TotalChange } from '../../../contract/staff/gradebook.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { ChangedPeople } from './ChangedPeople.tsx'
import { totalText } from './gradeColumns.ts'

const isOtherLetter = ({ before, after }: TotalChange) => before.letter !== after.letter

interface CountProps {
  /** Undefined: that was not looked at. */
  changed: TotalChange[] | undefined
  /** Says that it is not done yet. */
  notYet: string
}

/** How many totals a write would change, for the footer of its dialog. */
export function ChangedCount({ changed, notYet }: CountProps) {
  const { changes } = useAuthoring().grades
  return (
    <p
      role="status"
      className="text-ink-soft text-sm max-sm:order-first max-sm:empty:absolute max-sm:not-empty:basis-full! sm:flex-1 sm:basis-40"
    >
      {changed && changes(changed.length, changed.filter(isOtherLetter).length)}
      {changed && changed.length > 0 && ` ${notYet}`}
    </p>
  )
}

interface Props {
  changed: TotalChange[]
  rows: Grades['rows']
}

/** Whose totals a write would change, those with another letter first. */
export function ChangedTotals({ changed, rows }: Props) {
  const { preview } = useAuthoring().grades
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it comes into sight with each look
  useLayoutEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [changed])
  return (
    <div className="scroll-mb-28 max-sm:scroll-mb-44" ref={box}>
      <ChangedPeople
        label={preview}
        rows={rows}
        items={changed
          .toSorted((a, b) => Number(isOtherLetter(b)) - Number(isOtherLetter(a)))
          .map(({ person_id, before, after }) => ({
            ...{ person_id, before: totalText(before), after: totalText(after) },
          }))}
      />
    </div>
  )
}
