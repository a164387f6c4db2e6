import { sql } from 'kysely'

/** Whether students see a thing. It asks no clock, because two servers may disagree about the time. */
export const isOut = (thing: string) => sql<boolean>`(
  ${sql.ref(`${thing}.publish_at`)} is not null and ${sql.ref(`${thing}.deleted_at`)} is null and not exists (
    select from publications planned
    where planned.course_id = ${sql.ref(`${thing}.course_id`)} and planned.subject_id = ${sql.ref(`${thing}.id`)}))`
