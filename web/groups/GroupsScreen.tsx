import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useSearchParams } from 'react-router'
import type { Grouping } from '../../contract/groups.ts'
import { AppLink } from '../common/AppLink.tsx'
import { useNow } from '../common/useNow.ts'
import { cardGrid } from '../courses/CourseCardView.tsx'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { dateTime } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { StaffPart, staffCode } from '../loading/StaffPart.tsx'
import { useFirst } from '../loading/useFirst.ts'
import { useMe } from '../session/queries.ts'
import { buttonClass } from '../ui/buttonClass.ts'
import { Card } from '../ui/Card.tsx'
import { DeskDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { LogoutIcon, PlusIcon } from '../ui/icons.tsx'
import { Section } from '../ui/Section.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { GroupCard } from './GroupCard.tsx'
import { Invited } from './Invited.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { groupingsOf } from './queries.ts'
import { RejoinGroup } from './RejoinGroup.tsx'
import { inOrder, isOpen } from './rules.ts'

const board = staffCode('GroupBoard', () => import('./staff/GroupBoard.tsx'))

/** As many as a wide window shows. */
const FIRST = 8

/**
 * The groups of a person, and those of the chosen grouping; the wizard for a new one opens over it. Staff can only
 * read.
 */
export default function GroupsScreen() {
  return (
    <Load fallback={<GroupsSkeleton />}>
      <Groups />
    </Load>
  )
}

/** The grouping in the address, or the first. */
export function useGrouping(): { all: Grouping[]; chosen: Grouping | undefined } {
  const { data } = useSuspenseQuery(groupingsOf(useCourseId()))
  const wanted = useSearchParams()[0].get('grouping')
  return { all: data, chosen: data.find((g) => g._id === wanted) ?? data[0] }
}

function Groups() {
  const { groups: t, staff } = useText()
  const courseId = useCourseId()
  const me = useMe()
  const { work, author } = useCan()
  const now = useNow()
  const { all, chosen } = useGrouping()
  const [params, setParams] = useSearchParams()
  const groups = useFirst(inOrder(chosen?.groups ?? []), FIRST)
  if (!chosen) {
    return (
      <Section
        title={t.title}
        action={
          author && (
            <AppLink
              preventScrollReset
              to={`/course/${courseId}/group/grouping/new`}
              className={buttonClass('primary', 'sm')}
            >
              <PlusIcon size={18} />
              {staff.groupings.add}
            </AppLink>
          )
        }
      >
        <Card>
          <Empty drawing={<DeskDrawing />} title={t.noGroupings} text={t.noGroupingsText} />
        </Card>
        <Outlet />
      </Section>
    )
  }
  const own = all.flatMap((grouping) =>
    grouping.groups.filter((g) => g.members.some((m) => m._id === me._id)).map((group) => ({ grouping, group })),
  )
  const leaving = own.find(({ group }) => group._id === params.get('leave'))
  const here = `/course/${courseId}/group?grouping=${chosen._id}`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {work && (
        <Section title={t.yours}>
          {own.length === 0 ? (
            <Card>
              <Empty compact drawing={<DeskDrawing />} title={t.none} text={t.noneText} />
            </Card>
          ) : (
            <ul className={cardGrid} aria-label={t.yours}>
              {own.map(({ grouping, group }) => (
                <li key={group._id} className="flex flex-col">
                  <p className="wrap-anywhere mb-1.5 text-ink-soft text-sm">{grouping.grouping_name}</p>
                  <GroupCard
                    group={group}
                    notice={group.invitation && <Invited invitation={group.invitation} />}
                    action={
                      group.can.leave &&
                      !group.invitation && (
                        <AppLink
                          preventScrollReset
                          to={`${here}&leave=${group._id}`}
                          aria-label={t.leaveOf(group.name)}
                          className={buttonClass('quiet', 'sm')}
                        >
                          <LogoutIcon size={16} />
                          {t.leave}
                        </AppLink>
                      )
                    }
                  />
                </li>
              ))}
            </ul>
          )}
        </Section>
      )}
      <Section
        title={t.title}
        action={
          <div className="flex flex-wrap items-center gap-3 max-sm:w-full max-sm:*:basis-full">
            <Select
              label={t.grouping}
              hideLabel
              className="sm:w-64"
              value={chosen._id}
              onChange={(grouping) => setParams({ grouping }, { replace: true, preventScrollReset: true })}
              options={all.map((g) => ({ value: g._id, label: g.grouping_name }))}
            />
            {author && (
              <AppLink
                preventScrollReset
                to={`/course/${courseId}/group/grouping/new`}
                className={buttonClass('quiet', 'md')}
              >
                <PlusIcon size={18} />
                {staff.groupings.add}
              </AppLink>
            )}
            {work && isOpen(chosen, now) && (
              <AppLink
                preventScrollReset
                to={`/course/${courseId}/group/new?grouping=${chosen._id}`}
                className={buttonClass('primary', 'md')}
              >
                <PlusIcon size={18} />
                {t.create}
              </AppLink>
            )}
          </div>
        }
      >
        {chosen.rules && <Rules rules={chosen.rules} open={isOpen(chosen, now)} />}
        {author ? (
          <Load fallback={<Skeleton shape="block" className="h-80" />} compact>
            <StaffPart key={chosen._id} code={board} given={{ grouping: chosen }} />
          </Load>
        ) : chosen.groups.length === 0 ? (
          <Card>
            <Empty drawing={<DeskDrawing />} title={t.empty} text={t.emptyText} />
          </Card>
        ) : (
          <ul className={cardGrid} aria-label={chosen.grouping_name}>
            {groups.map((group) => (
              <li key={group._id}>
                <GroupCard
                  group={group}
                  action={group.can.accept && !group.invitation && <RejoinGroup grouping={chosen} group={group} />}
                />
              </li>
            ))}
          </ul>
        )}
      </Section>
      {leaving && <LeaveDialog {...leaving} back={here} />}
      <Outlet />
    </div>
  )
}

/** The rules of the grouping, before a student makes a group in it. */
function Rules({ rules, open }: { rules: NonNullable<Grouping['rules']>; open: boolean }) {
  const t = useText().groups
  const { max_size, made_until, students_make } = rules
  const words = [
    ...(max_size === null ? [] : [t.most(max_size)]),
    ...(students_make ? (made_until === null ? [] : [open ? t.until(dateTime(made_until)) : t.closed]) : [t.staffMake]),
  ]
  return words.length > 0 && <p className="mb-4 text-ink-soft">{words.join(' ')}</p>
}

function GroupsSkeleton() {
  const t = useText()
  const { work } = useCan()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {[...(work ? [t.groups.yours] : []), t.groups.title].map((title) => (
        <Section
          key={title}
          title={title}
          action={title === t.groups.title && <Skeleton shape="block" className="h-11 w-64" />}
        >
          <SkeletonGroup label={t.loading} className={cardGrid}>
            {[0, 1, 2, 3].slice(0, title === t.groups.yours ? 1 : 4).map((n) => (
              <Card key={n} pad="none" className="overflow-hidden">
                <Skeleton shape="block" className="h-28 rounded-none" />
                <div className="grid gap-2 p-4">
                  <Skeleton className="w-2/3 text-lg" />
                  <Skeleton className="w-1/3 text-sm" />
                  <Skeleton className="w-1/2" />
                  <Skeleton className="w-1/2" />
                </div>
              </Card>
            ))}
          </SkeletonGroup>
        </Section>
      ))}
    </div>
  )
}
