import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type PlannedRelease, releases } from '../../contract/staff/releases.ts'
import { revisionOf } from '../changes/revisions.ts'
import { ScheduleDialog } from '../changes/ScheduleDialog.tsx'
import { useWrite } from '../changes/useWrite.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { dateTime } from '../i18n/dates.ts'
import { callWithHeaders } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { Button } from '../ui/Button.tsx'
import { returnFocus } from '../ui/focus.ts'
import { ClockIcon } from '../ui/icons.tsx'
import { plannedOf } from './queries.ts'
import { nameOf } from './rows.tsx'
import { useKeyShown } from './useKeyShown.ts'

/** The planned releases of grades, which may be changed until their time. */
export function PlannedReleases({ asgnId }: { asgnId: string }) {
  const t = useAuthoring().grading
  const course_id = useCourseId()
  const { data } = useSuspenseQuery(plannedOf(course_id, asgnId))
  const { busy, write } = useWrite('assignments')
  // No button waits for it: a plan that is being moved can be cancelled.
  const { write: writeMove } = useWrite('assignments')
  const [moved, setMoved] = useState<PlannedRelease>()
  const isEarly = useKeyShown(asgnId)
  const ofPlan = (plan: PlannedRelease) => ({
    params: { course_id, asgn_id: asgnId, release_id: plan._id },
    revision: revisionOf(plan),
  })
  async function thenRenew(written: Promise<unknown>) {
    if (await written) await queries.invalidateQueries({ queryKey: plannedOf(course_id, asgnId).queryKey })
  }
  const cancel = (plan: PlannedRelease) =>
    thenRenew(write(() => callWithHeaders(releases.cancel, ofPlan(plan)), t.planCancelled))
  const move = (plan: PlannedRelease, at: string) =>
    thenRenew(
      writeMove(() => callWithHeaders(releases.move, { ...ofPlan(plan), body: { at } }), t.plannedToast(dateTime(at))),
    )
  return (
    <>
      {data.items.length > 0 && (
        <section aria-label={t.planned} className="grid rounded-lg border border-line border-dashed bg-card px-4 py-1">
          {data.items.map((plan) => (
            <Plan
              key={plan._id}
              plan={plan}
              busy={busy}
              onMove={() => setMoved(plan)}
              onCancel={() => void cancel(plan)}
            />
          ))}
        </section>
      )}
      {/* Stays when somebody else cancels the plan: whoever changes its time learns it from their press. */}
      {moved && (
        <ScheduleDialog
          title={t.changePlanTitle}
          button={t.changePlanTo}
          start={moved.at}
          warning={(at) => isEarly(at) && t.showsKeyEarly}
          onSchedule={(at) => void move(moved, at)}
          onClose={() => setMoved(undefined)}
        />
      )}
    </>
  )
}

interface PlanProps {
  plan: PlannedRelease
  busy: boolean
  onMove: () => void
  onCancel: () => void
}

function Plan({ plan, busy, onMove, onCancel }: PlanProps) {
  const t = useAuthoring().grading
  const can = useCan()
  return (
    <div
      ref={returnFocus}
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-line py-1 not-first:border-t"
    >
      <ClockIcon size={18} className="text-ink-soft" />
      <p className="min-w-0 flex-1 basis-56 text-sm">
        <span className="font-medium tabular-nums">{t.plannedFor(dateTime(plan.at))}</span>
        <span className="text-ink-soft">
          {' · '}
          {plan.people === 'all' ? t.plannedAll : t.plannedSome(plan.people)}
          {plan.by && ` · ${t.plannedBy(nameOf(plan.by))}`}
        </span>
      </p>
      {can.release && (
        <span className="ms-auto flex gap-2">
          <Button size="sm" idle={busy} onClick={onMove}>
            {t.changePlan}
          </Button>
          <Button size="sm" idle={busy} onClick={onCancel}>
            {t.cancelPlan}
          </Button>
        </span>
      )}
    </div>
  )
}
