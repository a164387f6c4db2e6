import { sql } from 'kysely'
import type { ActivityKind } from '../../contract/endpoint.ts'
import { fixed } from '../db/fixed.ts'
import { isForGrader } from '../grading/graders.ts'
import { isShown } from '../groups/queries.ts'
import { isOut } from '../publishing/out.ts'

type Expression = ReturnType<typeof sql>

/** The row of `table` that activity `a` names. */
const isSubject = (table: Expression) => sql`${table}.course_id = a.course_id and ${table}.id = a.subject_id`

/** Submission `s` of assignment `w`. */
const ofSubmission = (about: Expression, rest: Expression) => sql`
  select ${about} as about
  from submissions s join assignments w on w.course_id = s.course_id and w.id = s.assignment_id and ${isOut('w')}
  ${rest}`

/**
 * A regrade request, while its grade is released: for who may grade, and for the activity of its answer while the answer
 * stands.
 */
const ofRegrade = sql`
  select jsonb_build_object('name', w.name, 'assignment', w.id, 'submission', q.submission_id) as about
  from regrade_requests q
  join assignments w on w.course_id = q.course_id and w.id = q.assignment_id and ${isOut('w')}
  join feedback f on f.course_id = q.course_id and f.submission_id = q.submission_id and f.show
  where ${isSubject(sql`q`)} and case a.kind when 'regrade_asked' then ${isForGrader} else q.answered_at is not null end`

/**
 * A group that the person left or was added to. A person who left before they accepted may still return; for other
 * people who are not in the group, staff have taken it back. Membership is compared with `g`: compared with `a`,
 * PostgreSQL would look it up for activity of every kind.
 */
const ofGroup = sql`
  select jsonb_build_object('group', g.name, 'grouping', k.id) as about
  from groups g join groupings k on k.course_id = g.course_id and k.id = g.grouping_id and ${isShown}
  where ${isSubject(sql`g`)} and (
    a.kind = 'left_group'
    or exists (select from group_members m
      where m.course_id = g.course_id and m.group_id = g.id and m.person_id = a.person_id)
    or exists (select from group_leavers l
      where l.course_id = g.course_id and l.group_id = g.id and l.person_id = a.person_id))`

/** The present state of a class, while the activity still describes it. */
const ofClass = sql`
  select jsonb_build_object('name', s.name, 'at', s.start_at) as about from schedules s
  where ${isSubject(sql`s`)} and s.deleted_at is null and s.cancelled = (a.kind = 'class_cancelled')`

/*
 * The present data of an activity's subject as JSON. There is no row when students do not see the subject, and then
 * nobody reads the activity.
 */

/**
 * The kinds of activity that everyone on a course reads, each with its subject. The cache keeps their list: a table that
 * a subject reads counts in one of the list's parts (contract/parts.ts).
 */
const shared = {
  announcement_posted: sql`
    select jsonb_strip_nulls(jsonb_build_object('name', s.title, 'section', s.section)) as about from announcements s
    where ${isSubject(sql`s`)} and ${isOut('s')}`,
  assignment_posted: sql`
    select jsonb_build_object('name', s.name) as about from assignments s
    where ${isSubject(sql`s`)} and ${isOut('s')}`,
  // A file with its folders, all of which must be published; not one for which the activity of another stands.
  content_posted: sql`
    select jsonb_strip_nulls(jsonb_build_object('name', string_agg(way.name, ' › ' order by way.depth desc),
      'folder', (array_agg(way.parent_id order by way.depth))[1])) as about
    from (
      with recursive way as (
        select s.parent_id, s.name, ${isOut('s')} as is_out, 0 as depth from contents s
        where ${isSubject(sql`s`)} and not a.params ? 'with'
        union all
        select f.parent_id, f.name, ${isOut('f')}, way.depth + 1
        from way join contents f on f.course_id = a.course_id and f.id = way.parent_id)
      select * from way) way
    having bool_and(way.is_out)`,
  link_posted: sql`
    select jsonb_build_object('name', s.name) as about from links s where ${isSubject(sql`s`)} and ${isOut('s')}`,
  playlist_posted: sql`
    select jsonb_build_object('name', s.title) as about from playlists s where ${isSubject(sql`s`)} and ${isOut('s')}`,
  meeting_posted: sql`
    select jsonb_build_object('name', s.title) as about from meetings s
    where ${isSubject(sql`s`)} and ${isOut('s')}`,
  topic_posted: sql`
    select jsonb_strip_nulls(jsonb_build_object('name', s.title, 'section', s.section)) as about from topics s
    where ${isSubject(sql`s`)} and ${isOut('s')}`,
  class_cancelled: ofClass,
  class_moved: ofClass,
  class_restored: ofClass,
  grouping_posted: sql`
    select jsonb_build_object('name', s.name) as about from groupings s where ${isSubject(sql`s`)} and ${isOut('s')}`,
}

/** A message to everyone or to one person. */
const message = {
  message_sent: sql`
    select jsonb_build_object('name', s.title) as about from messages s where ${isSubject(sql`s`)}`,
}

const personal = {
  graded: ofSubmission(
    sql`jsonb_build_object('name', w.name, 'assignment', w.id) || case when s.attempt > 1
      then jsonb_build_object('attempt', s.attempt) else '{}' end`,
    sql`join feedback f on f.course_id = s.course_id and f.submission_id = s.id and f.show where ${isSubject(sql`s`)}`,
  ),
  // A column with a score that the person sees.
  scored: sql`
    select jsonb_build_object('name', s.name) as about from gradables s
    join scores k on k.course_id = s.course_id and k.gradable_id = s.id and k.person_id = a.person_id
    where ${isSubject(sql`s`)} and s.released and s.deleted_at is null and k.score is not null`,
  // The person's final grade: gradebook/follow.ts removes the activity with it, which costs reading nothing.
  final_grades_released: sql`select '{}'::jsonb as about`,
  // An exception that the person has: staff may take it back, and a person who leaves the group or section loses it.
  exception_given: sql`
    select jsonb_build_object('name', w.name) as about from assignments w
    where ${isSubject(sql`w`)} and ${isOut('w')} and exists (
      select from exceptions e where e.course_id = w.course_id and e.assignment_id = w.id and (
        e.person_id = a.person_id
        or e.section = (select r.section from roster r where r.course_id = w.course_id and r.person_id = a.person_id)
        or e.group_id in (
          select m.group_id from group_members m where m.course_id = w.course_id and m.person_id = a.person_id)))`,
  // The works of an assignment that are the person's to grade by now.
  grading_assigned: sql`
    select jsonb_build_object('name', w.name, 'grader', a.person_id, 'count', count(*)) as about
    from assignments w join divisions d on d.course_id = w.course_id and d.assignment_id = w.id
    where ${isSubject(sql`w`)} and ${isOut('w')} and d.grader_id = a.person_id
      and ${isForGrader} group by w.name`,
  handed_in: ofSubmission(
    sql`jsonb_build_object('name', w.name, 'assignment', w.id, 'group', g.name)`,
    sql`join groups g on g.course_id = s.course_id and g.id = s.owner_id where ${isSubject(sql`s`)}`,
  ),
  regrade_asked: ofRegrade,
  regrade_answered: ofRegrade,
  added_to_group: ofGroup,
  left_group: ofGroup,
}

type Subjects = Partial<Record<ActivityKind, Expression>>

/** Joins activity `a` with its subject, and leaves out activities whose subject students do not see. */
function joined(subjects: Subjects) {
  // Kinds with the same subject share a branch: PostgreSQL prepares each branch anew for each call.
  const branches = [...new Set(Object.values(subjects))].map((subject) => {
    const kinds = Object.entries(subjects).flatMap(([kind, its]) => (its === subject ? [sql.lit(kind)] : []))
    return sql`select about from (${subject}) of_kind where a.kind in (${sql.join(kinds)})`
  })
  return fixed(sql`cross join lateral (${sql.join(branches, sql` union all `)}) subject`)
}

/** For activities that everyone on a course reads. */
export const withSharedSubject = joined({ ...shared, ...message } satisfies Subjects)
/** For activities that one person reads. */
export const withPersonalSubject = joined({ ...personal, ...message } satisfies Subjects)

// Every kind has a subject.
;({ ...shared, ...personal, ...message }) satisfies Record<ActivityKind, Expression>
