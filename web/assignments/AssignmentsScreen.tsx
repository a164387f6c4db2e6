import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useSearchParams } from 'react-router'
import { useCourseId } from '../courses/queries.ts'
import { number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../Load.tsx'
import { Card } from '../ui/Card.tsx'
import { DeskDrawing, HoorayDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Section } from '../ui/Section.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { TabPills } from '../ui/TabPills.tsx'
import { AssignmentCard } from './AssignmentCard.tsx'
import { DueSoon, DueSoonSkeleton } from './DueSoon.tsx'
import { assigned, completed, myAssignments } from './queries.ts'

const tabs = ['assigned', 'completed'] as const
type Tab = (typeof tabs)[number]

/** What is to be done and what is done; a preview opens over it. */
export default function AssignmentsScreen() {
  const t = useText()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Section title={t.course.tabs.assignments} action={<Tabs />}>
        <Load fallback={<ListSkeleton />}>
          <List />
        </Load>
      </Section>
      <Section title={t.assignments.dueTitle}>
        <Card pad="none" className="p-2">
          <Load fallback={<DueSoonSkeleton />} compact>
            <DueSoon />
          </Load>
        </Card>
      </Section>
      <Outlet />
    </div>
  )
}

/** The tab in the address; Assigned when there is none. */
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
      {/* It stays from one tab to the other, so that the change is read out. */}
      <p className="sr-only" role="status">
        {t[tab]}: {number(shown.length)}
      </p>
      {shown.length === 0 ? (
        // As high as the skeleton was: what is below it on a phone stays where it is.
        <Card className="grid place-items-center max-lg:min-h-134">
          {tab === 'completed' ? (
            <Empty drawing={<DeskDrawing />} title={t.emptyCompleted} />
          ) : (
            <Empty drawing={<HoorayDrawing />} title={t.emptyAssigned} />
          )}
        </Card>
      ) : (
        <ul aria-label={t[tab]} className="grid gap-3">
          {shown.map((assignment) => (
            <li key={assignment._id}>
              <AssignmentCard
                assignment={assignment}
                courseId={courseId}
                search={tab === 'completed' ? `?tab=${tab}` : ''}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function ListSkeleton() {
  return (
    <SkeletonGroup label={useText().loading} className="grid gap-3">
      {[0, 1, 2, 3, 4].map((n) => (
        <Card key={n}>
          <Skeleton className="w-2/3 text-lg" />
          <Skeleton className="w-1/2 text-sm" />
        </Card>
      ))}
    </SkeletonGroup>
  )
}
