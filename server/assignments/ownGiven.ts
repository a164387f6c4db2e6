import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import type { CourseView } from '../cache.ts'
import { fixed } from '../db/fixed.ts'
import type { Deps } from '../deps.ts'
import type { GivenRow } from './given.ts'

/*
 * What is given to a person, for the calls that students make most. A process keeps what a course gives to anybody, and the
 * statement that lets a person in reads only with whom they hand in: a look into an index rather than a dozen.
 */

/** A member of one of a person's groups, who may be the person. */
interface Fellow {
  grouping_id: string
  group_id: string
  person_id: string
  section: string
}

/** With whom a person hands in; null: they are in no group. */
export interface Fellows {
  fellows: Fellow[] | null
}

/** The column of `Fellows`, for the person and the course of roster row `r`. */
export const fellowsColumn = fixed(sql`
  (select json_agg(json_build_object('grouping_id', fellow.grouping_id, 'group_id', fellow.group_id,
      'person_id', fellow.person_id, 'section', place.section))
    from group_members m
    join group_members fellow on fellow.course_id = m.course_id and fellow.group_id = m.group_id
    join roster place on place.course_id = fellow.course_id and place.person_id = fellow.person_id
    where m.course_id = r.course_id and m.person_id = r.person_id) as fellows`)

/** A row as it stands, for whomever it is. */
interface Row extends Omit<GivenRow, 'grouping_id'> {
  group_id: string | null
  section: string | null
}

/** What a course gives, by for whom it is. */
interface GivenInCourse {
  course_id: string
  to: Record<string, Row[]>
}

const ofSection = (section: string | null) => `section ${section}`
const whose = ({ person_id, group_id, section }: Row) => person_id ?? group_id ?? ofSection(section)

/** What each of the courses gives, in the order of `views`. */
async function findGiven({ db, cache }: Pick<Deps, 'db' | 'cache'>, views: CourseView[]) {
  const lists = await cache.rows(contract.exceptions.list, views, async (ids): Promise<GivenInCourse[]> => {
    const { rows } = await sql<{ course_id: string; given: Row[] }>`
      select c.id as course_id, (
        select coalesce(json_agg(g), '[]') from (
          select case when e.person_id is not null then 'person' when e.group_id is not null then 'group' else 'section' end
              as kind,
            e.id, e.person_id, e.group_id, e.section, e.assignment_id, e.due_at, e.closes_at, e.extra_attempts,
            e.extra_minutes, 100 as time_percent, 0 as extra_days
          from exceptions e where e.course_id = c.id
          union all
          select 'accommodation', null, o.person_id, null, null, null, null, null, 0, 0, o.time_percent, o.extra_days
          from accommodations o where o.course_id = c.id and (o.time_percent > 100 or o.extra_days > 0)) g) as given
      from courses c where c.id = any(${ids})`.execute(db)
    return rows.map(({ course_id, given }) => ({
      course_id,
      to: Object.groupBy(given, whose) as GivenInCourse['to'],
    }))
  })
  return lists.map(([one]) => one?.to ?? {})
}

/** Somebody with their place in a course. */
type Place = CourseView & Fellows & { personId: string; section: string }

/** What is given to each person in all assignments of their course, as `givenToPerson` reads it; null: nothing. */
export async function findOwnGiven(
  sources: Pick<Deps, 'db' | 'cache'>,
  places: Place[],
): Promise<(GivenRow[] | null)[]> {
  const given = await findGiven(sources, places)
  return places.map((place, i) => ownOf(given[i] ?? {}, place))
}

function ownOf(given: GivenInCourse['to'], { personId, section, fellows }: Place): GivenRow[] | null {
  const alone = { grouping_id: null, group_id: null, person_id: personId, section }
  const own = [alone, ...(fellows ?? [])].flatMap(({ grouping_id, group_id, person_id, section }) => {
    const theirs = [...(given[person_id] ?? []), ...(given[ofSection(section)] ?? [])]
    const ofGroup = (group_id && given[group_id]) || []
    return [
      ...theirs.map((row) => ({ ...row, grouping_id, person_id })),
      ...ofGroup.map((row) => ({ ...row, grouping_id })),
    ]
  })
  return own.length > 0 ? own : null
}
