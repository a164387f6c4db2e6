import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useSearchParams } from 'react-router'
import type { AssignmentSummary } from '../../contract/assignments.ts'
import { AppLink } from '../common/AppLink.tsx'
import { useWide } from '../common/useWide.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { serverNow } from '../loading/call.ts'
import { Load } from '../loading/Load.tsx'
import { StaffPart, staffCode } from '../loading/StaffPart.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { Card } from '../ui/Card.tsx'
import { DeskDrawing, HoorayDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { Section } from '../ui/Section.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { TabPills } from '../ui/TabPills.tsx'
import { AssignedRow, CompletedRow } from './AssignmentRow.tsx'
import { DueSoon, DueSoonSkeleton } from './DueSoon.tsx'
import { assigned, completed, myAssignments } from './queries.ts'
import { nextChange, sectionsOf } from './sections.ts'
import { useTimeLeft } from './useTimeLeft.ts'

const staffAssignments = staffCode('StaffAssignments', () => import('./staff/StaffAssignments.tsx'))

const tabs = ['assigned', 'completed'] as const
type Tab = (typeof tabs)[number]

/** A student's open and submitted assignments, or all assignments for staff. A preview opens over the list. */
export default function AssignmentsScreen() {
  const t = useText()
  const { work, author } = useCan()
  const wide = useWide('lg')
  const panel = (
    <Section key="panel" title={t.assignments.dueTitle} tight>
      <Card pad="none" className="overflow-hidden max-lg:min-h-22 lg:p-2">
        <Load fallback={<DueSoonSkeleton />} compact>
          <DueSoon short={!wide} />
        </Load>
      </Card>
    </Section>
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8">
      {/* On a phone the due ones come first, for the eye and the keyboard. */}
      {!wide && panel}
      <Section key="list" title={t.course.tabs.assignments} action={work ? <Tabs /> : author && <Tools />} tight>
        <Load fallback={<ListSkeleton />}>{work ? <List /> : <StaffPart code={staffAssignments} given={{}} />}</Load>
      </Section>
      {wide && panel}
      <Outlet />
    </div>
  )
}

/** Staff's buttons that add to the list. */
function Tools() {
  const { assignments: t } = useText().staff
  const list = `/course/${useCourseId()}/assignments`
  return (
    <p className="flex flex-wrap gap-3">
      <AppLink to={`${list}/import`} preventScrollReset className={buttonClass('quiet', 'sm')}>
        {t.import}
      </AppLink>
      <AppLink to={`${list}/new`} className={buttonClass('primary', 'sm')}>
        <PlusIcon size={18} />
        {t.add}
      </AppLink>
    </p>
  )
}

/** The tab in the address; Assigned by default. */
function useTab(): Tab {
  const asked = useSearchParams()[0].get('tab')
  return tabs.find((tab) => tab === asked) ?? 'assigned'
}

function Tabs() {
  const t = useText().assignments
  const courseId = useCourseId()
  const current = useTab()
  const path = `/course/${courseId}/assignments`
  return (
    <TabPills
      label={t.tabsLabel}
      items={tabs.map((tab) => ({
        to: tab === 'assigned' ? path : `${path}?tab=${tab}`,
        label: t[tab],
        current: tab === current,
      }))}
    />
  )
}

function List() {
  const t = useText().assignments
  const courseId = useCourseId()
  const tab = useTab()
  const { data } = useSuspenseQuery(myAssignments(courseId))
  const shown = tab === 'completed' ? completed(data) : assigned(data)
  return (
    <>
      {/* It stays mounted from tab to tab, so that a screen reader announces the change. */}
      <p className="sr-only" role="status">
        {t[tab]}: {number(shown.length)}
      </p>
      {shown.length === 0 ? (
        <Card>
          {tab === 'completed' ? (
            <Empty drawing={<DeskDrawing />} title={t.emptyCompleted} />
          ) : (
            <Empty drawing={<HoorayDrawing />} title={t.emptyAssigned} />
          )}
        </Card>
      ) : (
        <Card pad="none" className="overflow-hidden">
          {tab === 'assigned' ? (
            <Sections items={shown} />
          ) : (
            <ul aria-label={t.completed} className="divide-y divide-line">
              {shown.map((one) => (
                <CompletedRow key={one._id} assignment={one} courseId={courseId} />
              ))}
            </ul>
          )}
        </Card>
      )}
    </>
  )
}

/** Open assignments, grouped by when they are due. */
function Sections({ items }: { items: AssignmentSummary[] }) {
  const t = useText().assignments
  const courseId = useCourseId()
  const now = serverNow()
  // Renders again when an assignment becomes overdue, and when the week ends.
  useTimeLeft(nextChange(items, now))
  return (
    // biome-ignore lint/a11y/useSemanticElements: nothing here is a field of a form
    <div role="group" aria-label={t.assigned}>
      {sectionsOf(items, now).map(({ name, items: due }) => {
        const title = t.sections[name]
        return (
          <section key={name} aria-label={title} className="not-first:border-line not-first:border-t">
            <h3 className="flex items-baseline gap-2 bg-sunken px-4 py-1 font-semibold text-sm md:px-5">
              {title} <span className="font-normal text-ink-soft tabular-nums">{number(due.length)}</span>
            </h3>
            <ul aria-label={title} className="divide-y divide-line border-line border-t">
              {due.map((one) => (
                <AssignedRow key={one._id} assignment={one} courseId={courseId} />
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

function ListSkeleton() {
  return (
    <SkeletonGroup label={useText().loading}>
      <Card pad="none" className="divide-y divide-line">
        {[0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => (
          <div key={n} className="flex min-h-17 items-center px-4 md:min-h-12 md:px-5">
            <Skeleton className="w-2/3" />
          </div>
        ))}
      </Card>
    </SkeletonGroup>
  )
}
