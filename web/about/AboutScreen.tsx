import { useSuspenseQuery } from '@tanstack/react-query'
import type { Course } from '../../contract/courses.ts'
import { Contacts, ContactsSkeleton } from '../courses/Contacts.tsx'
import { courseOf, useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Card } from '../ui/Card.tsx'
import { CheckIcon, MailIcon } from '../ui/icons.tsx'
import { textLink } from '../ui/Link.tsx'
import { Section } from '../ui/Section.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'

/** The course's objectives, instructors and links. */
export default function AboutScreen() {
  return (
    <Load fallback={<AboutSkeleton />} failed={useText().about.failed}>
      <About />
    </Load>
  )
}

const columns = 'grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]'

function About() {
  const t = useText()
  const course = useSuspenseQuery(courseOf(useCourseId())).data
  return (
    <div className={columns}>
      <Section title={t.about.course}>
        <Card className="grid gap-6">
          <dl className="grid gap-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-x-10">
            <Fact name={t.about.courseId} value={course.course_code} />
            <Fact name={t.about.name} value={course.course_name} />
          </dl>
          <Objectives of={course.course_objective} />
        </Card>
      </Section>
      <div className="grid gap-8">
        <Section title={t.about.instructors}>
          <Instructors of={course.course_instructors} />
        </Section>
        <Section title={t.course.contact}>
          <Load fallback={<ContactsSkeleton />} failed={t.errors.panel} compact>
            <Contacts />
          </Load>
        </Section>
      </div>
    </div>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="font-medium text-ink-soft text-sm">{name}</dt>
      <dd className="break-words font-semibold text-lg">{value}</dd>
    </div>
  )
}

function Objectives({ of }: { of: string[] }) {
  const t = useText().about
  return (
    <div>
      <h3 className="mb-3 font-semibold">{t.objectives}</h3>
      {of.length === 0 ? (
        <p className="text-ink-soft">{t.noObjectives}</p>
      ) : (
        <ul className="grid gap-3">
          {of.map((objective) => (
            <li key={objective} className="flex max-w-prose gap-3">
              <CheckIcon size={20} className="mt-0.5 text-done" />
              <span className="min-w-0 break-words">{objective}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Instructors({ of }: { of: Course['course_instructors'] }) {
  const t = useText()
  if (of.length === 0) return <p className="text-ink-soft">{t.about.noInstructors}</p>
  const words: Record<string, string> = t.roles
  return (
    <ul className="grid gap-3">
      {of.map(({ title, first, last, role, img, email }) => {
        const name = [title, first, last].filter(Boolean).join(' ')
        return (
          <Card as="li" pad="sm" key={email || name} className="flex items-center gap-4">
            <Avatar id={email || name} name={`${first} ${last}`} src={img} size={56} />
            <div className="min-w-0 flex-1">
              <p className="break-words font-semibold">{name}</p>
              <p className="text-ink-soft text-sm">{words[role] ?? role}</p>
              {email && (
                <a
                  href={`mailto:${email}`}
                  aria-label={`${email}, ${t.about.mail(name)}`}
                  className={`inline-flex min-h-8 max-w-full items-center gap-1.5 text-sm pointer-coarse:min-h-11 ${textLink}`}
                >
                  <MailIcon size={16} />
                  <span className="min-w-0 break-all">{email}</span>
                </a>
              )}
            </div>
          </Card>
        )
      })}
    </ul>
  )
}

function AboutSkeleton() {
  const t = useText()
  return (
    <div className={columns}>
      <Section title={t.about.course}>
        <SkeletonGroup label={t.loading}>
          <Card>
            <Skeleton className="w-24 text-sm" />
            <Skeleton className="w-64 text-lg" />
            <Skeleton className="mt-6 w-32" />
            <Skeleton className="w-full" />
            <Skeleton className="w-10/12" />
            <Skeleton className="w-11/12" />
          </Card>
        </SkeletonGroup>
      </Section>
      <div className="grid gap-8">
        <Section title={t.about.instructors}>
          <Card pad="sm" className="flex items-center gap-4">
            <Skeleton shape="circle" className="size-14" />
            <div className="flex-1">
              <Skeleton className="w-2/3" />
              <Skeleton className="w-1/3 text-sm" />
            </div>
          </Card>
        </Section>
        <Section title={t.course.contact}>
          <ContactsSkeleton />
        </Section>
      </div>
    </div>
  )
}
