import { type Kysely, sql } from 'kysely'
import type { Category, Letter } from '../../contract/totals.ts'
import type { DB } from '../db/schema.ts'
import type { Thing } from '../testing/world.ts'

/* A second calculation of everyone's cells, from the rows that people write, without the tables that triggers keep. */

export interface Cell {
  value: number | 'excused' | 'closed' | null
  zero_from: string | null
}
export interface ColumnFacts {
  id: string
  name: string
  max: number
  category_id: string | null
  extra: boolean
  isSeen: boolean
  /** By person, for staff and for the student. */
  cells: Map<string, { staff: Cell; student: Cell }>
}
export interface Facts {
  columns: ColumnFacts[]
  categories: Category[]
  letters: Letter[]
  /** Who is on the course. */
  here: Set<string>
}

interface Fact {
  id: string
  name: string
  max: number
  category_id: string | null
  extra: boolean
  released: boolean
  zero_from: string | null
  attendance_late: number | null
  assignment: {
    id: string
    grouping: string | null
    counts: string
    due: string
    isOut: boolean
    hidden: boolean
  } | null
}

interface HandedIn {
  person: string
  assignment: string
  attempt: number
  score: number | null
  /** Of everyone without a score of their own. */
  ofWork: number | null
  show: boolean
  comment: string
  /** By the person, or by the group that they are in by now. */
  present: boolean
}

/** The cells of these people in all columns but the final grade. */
export async function factsOf(db: Kysely<DB>, course: Thing, students: Thing[]): Promise<Facts> {
  const read = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows
  const columns = await read(sql<Fact>`
    select g.id, g.name, g.score::float8 as max, g.category_id, g.extra, g.released, to_json(g.zero_from)#>>'{}' as zero_from, g.attendance_late,
      case when a.id is not null then json_build_object('id', a.id, 'grouping', a.grouping_id, 'counts', a.counts, 'due', a.due_at,
        'isOut', a.publish_at is not null,
        'hidden', coalesce((select h.hide_names from grading_settings h where h.course_id = a.course_id and h.assignment_id = a.id), false)) end as assignment
    from gradables g left join assignments a on a.course_id = g.course_id and a.id = g.assignment_id
    where g.course_id = ${course.id} and g.deleted_at is null and not g.final order by g.position, g.id`)
  const categories = await read(sql<Category>`
    select id as _id, name, weight::float8 as weight, drop_lowest, drop_highest from grade_categories
    where course_id = ${course.id} and deleted_at is null order by position, id`)
  const entries = await read(sql<{ person_id: string; gradable_id: string; score: number | null; excused: boolean }>`
    select person_id, gradable_id, score::float8 as score, excused from entries where course_id = ${course.id}`)
  const handedIn = await read(sql<HandedIn>`
    select n.person_id as person, s.assignment_id as assignment, s.attempt,
      coalesce((f.members->(n.person_id::text)->>'score')::float8, f.score::float8) as score,
      f.score::float8 as "ofWork", coalesce(f.show, false) as show, coalesce(f.comment, '') as comment,
      s.owner_id = coalesce((select m.group_id from group_members m
        where m.course_id = a.course_id and m.grouping_id = a.grouping_id and m.person_id = n.person_id), n.person_id) as present
    from submission_people n join submissions s on s.course_id = n.course_id and s.id = n.submission_id
    join assignments a on a.course_id = s.course_id and a.id = s.assignment_id
    left join feedback f on f.course_id = s.course_id and f.submission_id = s.id
    where s.course_id = ${course.id} order by s.attempt`)
  const places = await read(sql<{ person_id: string; section: string }>`
    select person_id, section from roster where course_id = ${course.id} and role = 'student'`)
  const members = await read(sql<{ person_id: string; grouping_id: string; group_id: string }>`
    select person_id, grouping_id, group_id from group_members where course_id = ${course.id}`)
  const given = await read(sql<{
    assignment_id: string
    person_id: string | null
    section: string | null
    due: string
  }>`
    select assignment_id, person_id, section, due_at as due from exceptions where course_id = ${course.id} and due_at is not null`)
  const staffs = await read(sql<{
    schedule_id: string
    person_id: string
    code: number | null
    excused: boolean
    at: Date
  }>`
    select schedule_id, person_id, code, excused, recorded_at as at from attendance where course_id = ${course.id}`)
  const own = await read(sql<{ schedule_id: string; person_id: string; code: number; at: Date }>`
    select schedule_id, person_id, code, marked_at as at from attendance_marks where course_id = ${course.id}`)
  const classes = await read(sql<{ id: string }>`
    select id from schedules where course_id = ${course.id} and deleted_at is null and not cancelled`)
  const scheme = await read(
    sql<{ letters: Letter[] }>`select letters from grade_schemes where course_id = ${course.id}`,
  )
  const usual = ['A', 'B', 'C', 'D', 'F'].map((letter, i) => ({ letter, from: [80, 70, 60, 50, 0][i] ?? 0 }))

  function attendanceOf(person: string, { max, attendance_late: late }: Fact): number | null {
    if (late === null) return null
    const codes = classes.flatMap(({ id }) => {
      const byStaff = staffs.find((one) => one.schedule_id === id && one.person_id === person)
      const byThem = own.find((one) => one.schedule_id === id && one.person_id === person)
      if (byStaff && (byStaff.code !== null || !byThem || byStaff.at >= byThem.at))
        return byStaff.code === null || byStaff.excused ? [] : [byStaff.code]
      return byThem ? [byThem.code] : []
    })
    if (codes.length === 0) return null
    const share = codes.reduce((sum, code) => sum + (code === 3 ? 100 : code === 2 ? late : 0), 0)
    const [top, of] = [BigInt(Math.round(max * 100)) * BigInt(share), BigInt(100 * codes.length)]
    return Number((2n * top + of) / (2n * of)) / 100
  }

  function cellsOf(fact: Fact, person: string): { staff: Cell; student: Cell } {
    const { assignment } = fact
    const entry = entries.find((one) => one.gradable_id === fact.id && one.person_id === person)
    const theirs = handedIn.filter((one) => one.person === person && one.assignment === assignment?.id)
    const graded = theirs.filter(({ score }) => score !== null)
    const counting = (of: typeof graded) => {
      const last = inOrder(of, assignment?.counts)
      return assignment?.counts === 'best' ? last.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))[0] : last[0]
    }
    const isClosed = assignment?.hidden && theirs.length > 0 && closes(theirs, assignment.counts)
    const byHand = entry?.excused ? ('excused' as const) : (entry?.score ?? null)
    const otherwise = byHand ?? attendanceOf(person, fact)
    const staff = byHand === 'excused' ? byHand : (counting(graded)?.score ?? otherwise)
    const student = byHand === 'excused' ? byHand : (counting(graded.filter(({ show }) => show))?.score ?? otherwise)
    const inGroup = members.find((one) => one.person_id === person && one.grouping_id === assignment?.grouping)
    // The terms of a group are those of each of its members.
    const fellows = places.filter(
      ({ person_id }) =>
        person_id === person ||
        members.some((one) => one.person_id === person_id && one.group_id === inGroup?.group_id),
    )
    const dues = given
      .filter(
        (one) =>
          one.assignment_id === assignment?.id &&
          fellows.some((who) => one.person_id === who.person_id || one.section === who.section),
      )
      .map(({ due }) => new Date(due).toISOString())
    const last = [assignment ? new Date(assignment.due).toISOString() : '', ...dues].toSorted().at(-1) ?? ''
    const everybodys = assignment ? new Date(assignment.due).toISOString() : ''
    const from = fact.zero_from && new Date(fact.zero_from).toISOString()
    const zero = from !== null && last > everybodys && last > from ? last : from
    const isWaiting = theirs.length > 0 && graded.length === 0
    return {
      staff: {
        value: isClosed ? 'closed' : staff,
        zero_from: (assignment && !assignment.isOut) || isWaiting ? null : zero,
      },
      student: { value: student, zero_from: theirs.length > 0 ? null : zero },
    }
  }
  return {
    columns: columns.map((fact) => ({
      ...{ id: fact.id, name: fact.name, max: fact.max, category_id: fact.category_id, extra: fact.extra },
      isSeen: fact.released && (fact.assignment?.isOut ?? true),
      cells: new Map(students.map(({ id }) => [id, cellsOf(fact, id)])),
    })),
    categories,
    letters: scheme[0]?.letters ?? usual,
    here: new Set(places.map(({ person_id }) => person_id)),
  }
}

/** Whether a cell is closed while names are hidden: the attempt that counts is not released, or another one waits. */
function closes(theirs: HandedIn[], counts: string): boolean {
  const isHeld = theirs.some((one) => !one.show && isGraded(one))
  const last = inOrder(theirs, counts)
  const present = last.filter((one) => one.present === last[0]?.present)
  const open = present.find((one) => !isDone(one))
  const best = present.toSorted((a, b) => (b.ofWork ?? -1) - (a.ofWork ?? -1))[0]
  const counting = counts === 'best' ? (open ?? best) : last[0]
  return isHeld || !counting?.show
}

const isGraded = ({ ofWork, score, comment }: HandedIn) => ofWork !== null || score !== null || comment !== ''
const isDone = (one: HandedIn) => isGraded(one) && (one.show || one.ofWork !== null || one.score !== null)

/** The works of the present owner first; of each the latest first, or the first. */
const inOrder = (works: HandedIn[], counts = 'latest') =>
  works.toSorted(
    (a, b) =>
      Number(b.present) - Number(a.present) || (counts === 'first' ? a.attempt - b.attempt : b.attempt - a.attempt),
  )
