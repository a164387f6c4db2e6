import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Outlet, useParams } from 'react-router'
import type { PersonPage } from '../../contract/staff/people.ts'
import { wordsOf } from '../changes/lines.ts'
import { AppLink } from '../common/AppLink.tsx'
import { isUnpublished, PublishBadge } from '../common/PublishBadge.tsx'
import { Title } from '../common/Title.tsx'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { NotFound } from '../errors/ErrorScreens.tsx'
import { termsInWords } from '../exceptions/ExceptionList.tsx'
import { useAuthoring } from '../i18n/authoring.ts'
import { date, dateTime } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { Card } from '../ui/Card.tsx'
import { ClockIcon, GradeIcon, MailIcon } from '../ui/icons.tsx'
import { Link } from '../ui/Link.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { AccommodationsForm } from './AccommodationsForm.tsx'
import { nameOf } from './columns.tsx'
import { personOf } from './queries.ts'

/** Everything about one person in the course, for its staff. */
export default function PersonScreen() {
  const { person_id = '' } = useParams()
  if (useCan().work) return <NotFound inside />
  return (
    <Load fallback={<PersonSkeleton />}>
      <Person key={person_id} id={person_id} />
    </Load>
  )
}

function Person({ id }: { id: string }) {
  const { people: t } = useAuthoring()
  const { roles } = useText()
  const courseId = useCourseId()
  const { data } = useSuspenseQuery(personOf(courseId, id))
  const { person, removed_at, last_seen } = data
  const { people: may, author } = useCan()
  const name = nameOf(person)
  const facts = [
    roles[person.role],
    person.section && `${t.section} ${person.section}`,
    person.joined_at && t.joinedOn(date(person.joined_at)),
    last_seen && t.lastSeen(dateTime(last_seen)),
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Title of={name} />
      <p>
        <Link
          to={`/course/${courseId}/people`}
          className="text-sm hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:items-center"
        >
          ← {t.title}
        </Link>
      </p>
      <header className="flex flex-wrap items-center gap-4">
        <Avatar id={person._id} name={name} src={person.img} size={64} />
        <div className="min-w-0 flex-1 basis-56">
          <h2 className="break-words font-semibold text-2xl">{name}</h2>
          <p className="break-words text-ink-soft">
            <a
              href={`mailto:${person.email}`}
              className="hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:items-center"
            >
              {person.email}
            </a>
          </p>
          <p className="text-ink-soft text-sm">{facts.filter(Boolean).join(' · ')}</p>
        </div>
        {removed_at ? (
          <Badge tone="wrong">{t.removedOn(date(removed_at))}</Badge>
        ) : (
          author && (
            <AppLink to="message" preventScrollReset className={buttonClass('quiet', 'md')}>
              <MailIcon size={18} />
              {t.message}
            </AppLink>
          )
        )}
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Assignments page={data} />
        <Attendance page={data} />
        {person.role === 'student' && (
          <Part title={t.accommodations}>
            <AccommodationsForm id={id} granted={data.accommodations} may={may} />
          </Part>
        )}
        <Scores page={data} />
        <Part title={t.groupsAndPosts}>
          <List items={data.groups.map((group) => ({ id: group._id, title: group.grouping_name, fact: group.name }))} />
          <p>{t.posts(data.posts)}</p>
        </Part>
        <Changes page={data} />
      </div>
      <Outlet />
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 p-5">
      <h3 className="font-semibold text-lg">{title}</h3>
      {children}
    </Card>
  )
}

interface Item {
  id: string
  title: ReactNode
  fact: ReactNode
}

function List({ items }: { items: Item[] }) {
  const t = useAuthoring().people
  if (items.length === 0) return <p className="text-ink-soft">{t.nothingYet}</p>
  return (
    <ul className="grid divide-y divide-line">
      {items.map(({ id, title, fact }) => (
        <li key={id} className="flex items-center gap-x-4 py-2">
          <span className="wrap-anywhere min-w-0 flex-1">{title}</span>
          <span className="wrap-anywhere max-w-1/2 text-ink-soft text-sm tabular-nums">{fact}</span>
        </li>
      ))}
    </ul>
  )
}

/** The person's assignments, with their own due dates and submissions. */
function Assignments({ page: { assignments, person, removed_at } }: { page: PersonPage }) {
  const { people: t, exceptions, grading } = useAuthoring()
  const { grade } = useCan()
  const courseId = useCourseId()
  const { noDue, due } = useText().assignments
  const handedIn = (one: Work) =>
    one.submitted === null
      ? // What they cannot see yet, they have not missed.
        isUnpublished(one)
        ? null
        : t.notSubmitted
      : [
          one.late ? t.submittedLate(dateTime(one.submitted)) : t.submitted(dateTime(one.submitted)),
          one.score !== null && t.scoreOf(one.score, one.assignment_score),
        ]
          .filter(Boolean)
          .join(' · ')
  const submitted = assignments.filter((one) => one.submitted !== null)
  const missing = assignments.filter((one) => one.submitted === null && !isUnpublished(one))
  const dates = ({ assignment_due, extended, exception }: Work) =>
    [
      assignment_due ? due(dateTime(assignment_due)) : noDue,
      extended?.due && exceptions.extended[extended.due],
      exception && termsInWords({ ...exception, due: null }, exceptions).join(' · '),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <Part title={t.assignments(submitted.length, submitted.length + missing.length)}>
      <List
        items={assignments.map((one) => ({
          id: one._id,
          title: (
            <>
              <Link
                to={`/course/${courseId}/assignments/${one._id}/preview`}
                className="hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:items-center"
              >
                {one.assignment_name}
              </Link>
              <span className="block text-ink-soft text-sm">{dates(one)}</span>
              <span className="block text-ink-soft text-sm tabular-nums">
                <PublishBadge at={one.publish_at} /> {handedIn(one)}
              </span>
            </>
          ),
          fact: (
            <span className="flex items-center gap-2">
              {grade && person.role === 'student' && (
                <AppLink
                  to={`/course/${courseId}/assignments/${one._id}/submissions?search=${encodeURIComponent(nameOf(person))}`}
                  aria-label={grading.submissionsOf(one.assignment_name)}
                  title={grading.submissions}
                  className={buttonClass('quiet', 'sm', 'pointer-coarse:min-w-11')}
                >
                  <GradeIcon size={16} />
                </AppLink>
              )}
              {grade && person.role === 'student' && !removed_at && (
                <AppLink
                  to={`/course/${courseId}/people/${person._id}/exceptions/${one._id}`}
                  preventScrollReset
                  aria-label={exceptions.ofPerson(one.assignment_name)}
                  title={exceptions.ofPerson(one.assignment_name)}
                  className={buttonClass('quiet', 'sm', 'pointer-coarse:min-w-11')}
                >
                  <ClockIcon size={16} />
                </AppLink>
              )}
            </span>
          ),
        }))}
      />
    </Part>
  )
}

type Work = PersonPage['assignments'][number]

function Attendance({ page: { attendance } }: { page: PersonPage }) {
  const t = useAuthoring().people
  const wordOf = ({ attendance: code, excused }: PersonPage['attendance'][number]) =>
    excused ? t.excused : code === 3 ? t.present : code === 2 ? t.late : code === 1 ? t.away : t.notTaken
  return (
    <Part title={t.attendance(attendance.filter(({ attendance: code }) => (code ?? 0) > 1).length, attendance.length)}>
      <List
        items={attendance.toReversed().map((one) => ({
          id: one._id,
          title: `${one.schedule_name} · ${dateTime(one.schedule_start)}`,
          fact: wordOf(one),
        }))}
      />
    </Part>
  )
}

function Scores({ page: { scores } }: { page: PersonPage }) {
  const t = useAuthoring().people
  return (
    <Part title={t.scores}>
      <List
        items={scores.map(({ _id, gradable_name, score, gradable_score }) => ({
          id: _id,
          title: gradable_name,
          fact: score === null ? '–' : t.scoreOf(score, gradable_score),
        }))}
      />
    </Part>
  )
}

function Changes({ page: { changes } }: { page: PersonPage }) {
  const { people: t, history } = useAuthoring()
  return (
    <Part title={t.changesAbout}>
      <List
        items={changes.map(({ _id, actor, kind, undoes, at }) => ({
          id: _id,
          title: `${actor ? nameOf(actor) : history.somebody} ${undoes ? history.undoKind : wordsOf(kind, history)}`,
          fact: dateTime(at),
        }))}
      />
    </Part>
  )
}

function PersonSkeleton() {
  return (
    <SkeletonGroup label={useText().loading} className="grid gap-4">
      <Skeleton shape="block" className="h-16" />
      <Skeleton shape="block" className="h-80" />
    </SkeletonGroup>
  )
}
