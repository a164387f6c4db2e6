import { Outlet } from 'react-router'
import { Announcements, AnnouncementsSkeleton } from '../announcements/Announcements.tsx'
import { AppLink } from '../common/AppLink.tsx'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { OwnSchedule, OwnScheduleSkeleton } from '../schedules/OwnSchedule.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { Card } from '../ui/Card.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { Section } from '../ui/Section.tsx'
import { Contacts, ContactsSkeleton } from './Contacts.tsx'
import { useCan } from './membership.ts'
import { useCourseId } from './queries.ts'
import { RecentActivity, RecentActivitySkeleton } from './RecentActivity.tsx'

/** Announcements, own schedule, recent activity and contacts; an announcement opens as a dialog. */
export default function CourseHome() {
  const t = useText()
  const can = useCan()
  const courseId = useCourseId()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <Section
        title={t.course.announcements}
        action={
          can.author && (
            <AppLink
              preventScrollReset
              to={`/course/${courseId}/announcement/new`}
              className={buttonClass('primary', 'sm')}
            >
              <PlusIcon size={18} />
              {/* On a phone the section's title has the line: the plus beside it says the same. */}
              <span className="max-sm:sr-only">{t.staff.announcements.add}</span>
            </AppLink>
          )
        }
      >
        <Load fallback={<AnnouncementsSkeleton />} compact>
          <Announcements />
        </Load>
      </Section>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Section
          title={can.work ? t.course.schedule : t.staff.schedule}
          action={
            can.author && (
              <AppLink to={`/course/${courseId}/schedule`} look="text" className="touch-target text-sm">
                {t.staff.classes.set}
              </AppLink>
            )
          }
        >
          <Load fallback={<OwnScheduleSkeleton />} compact>
            <OwnSchedule />
          </Load>
        </Section>
        <div className="grid gap-8">
          <Section title={t.course.activity}>
            <Card pad="none" className="p-2">
              <Load fallback={<RecentActivitySkeleton />} compact>
                <RecentActivity />
              </Load>
            </Card>
          </Section>
          <Section title={t.course.contact}>
            <Load fallback={<ContactsSkeleton />} failed={t.errors.panel} compact>
              <Contacts />
            </Load>
          </Section>
        </div>
      </div>
      <Outlet />
    </div>
  )
}
