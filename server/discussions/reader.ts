import { sql } from 'kysely'
import type { MemberGrant } from '../access/rules.ts'
import { isOut } from '../publishing/out.ts'

/* Conditions on topics and what is written in them, as SQL. */

type Fragment = ReturnType<typeof sql>

/** The reader: staff see all, students what is published. */
export type Reader = Pick<MemberGrant, 'courseId' | 'audience' | 'viewer' | 'section'>

/** Topic `t` is for everyone, or for that section. */
export const isForSection = (section: Fragment) => sql<boolean>`(t.section is null or t.section = ${section})`

/** Whether the reader sees topic `t`. */
export const isThere = ({ audience, section }: Pick<Reader, 'audience' | 'section'>) =>
  audience === 'student'
    ? sql<boolean>`${isOut('t')} and ${isForSection(sql`${section}`)}`
    : sql<boolean>`t.deleted_at is null`

/** Whether the person has posted in topic `t`. Posts that staff hid or the person deleted count, too. */
export const hasPosted = (personId: Fragment) => sql`exists (
  select from posts own where own.course_id = t.course_id and own.topic_id = t.id and own.author_id = ${personId}
    and own.deleted_at is null)`

/** Staff have not hidden a post or a comment. */
export const isNotHidden = (text: Fragment) => sql`not exists (
  select from hidden_texts h where h.course_id = ${text}.course_id and h.id = ${text}.id)`

/** A post or a comment is readable: neither hidden by staff nor deleted by its author. */
export const isReadable = (text: Fragment) => sql`${text}.withdrawn_at is null and ${isNotHidden(text)}`
