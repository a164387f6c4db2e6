import { type Kysely, sql } from 'kysely'
import type { Group } from '../../contract/groups.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { found } from '../errors.ts'

const MOST_GROUPINGS = 100
/** A course of 2,000 in groups of one has 2,000. */
const MOST_GROUPS = 5_000

export interface GroupingRow {
  id: string
  name: string
  groups: Group[]
}

/** The members of group `g` whose accounts are there, by name. */
const members = sql`(
  select coalesce(json_agg(json_build_object('_id', u.id, 'first', u.first, 'last', u.last, 'img', u.img)
    order by lower(u.first || u.last), u.id), '[]')
  from group_members m join people u on u.id = m.person_id
  where m.course_id = g.course_id and m.group_id = g.id and u.removed_at is null)`

/** Looked for in the person's own group only, not in each of thousands. */
const mayLeave = (personId: string) => sql`case when exists (
    select from group_members m
    where m.course_id = g.course_id and m.grouping_id = g.grouping_id and m.person_id = ${personId} and m.group_id = g.id)
  then not exists (select from submissions s where s.course_id = g.course_id and s.owner_id = g.id) else false end`

const group = (personId: string) => sql`json_build_object(
  '_id', g.id, 'name', g.name, 'description', g.description, 'img', g.img, 'members', ${members},
  'can', json_build_object('leave', ${mayLeave(personId)}))`

const groupings = (courseId: string, personId: string) => sql`
  select k.id, k.name, (
    select coalesce(json_agg(${group(personId)} order by g.created_at, g.id), '[]') from (
      select * from groups g where g.course_id = k.course_id and g.grouping_id = k.id
      order by g.created_at, g.id limit ${MOST_GROUPS}) g) as groups
  from groupings k where k.course_id = ${courseId} and k.deleted_at is null`

export const findGroupings = async (db: Kysely<DB>, courseId: string, personId: string): Promise<GroupingRow[]> => {
  const { rows } = await sql<GroupingRow>`
    ${groupings(courseId, personId)} order by k.created_at, k.id limit ${MOST_GROUPINGS}`.execute(db)
  return rows
}

export const getGrouping = async (db: Kysely<DB>, courseId: string, id: string, personId: string) => {
  const { rows } = await sql<GroupingRow>`${groupings(courseId, personId)} and k.id = ${id}`.execute(db)
  return found(rows[0])
}

export const getGroup = async (db: Db, courseId: string, id: string, personId: string): Promise<Group> => {
  const { rows } = await sql<{ group: Group }>`
    select ${group(personId)} as group from groups g where g.course_id = ${courseId} and g.id = ${id}`.execute(db)
  return found(rows[0]).group
}
