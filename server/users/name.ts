import { type RawBuilder, sql } from 'kysely'

/** The name of person `p`; empty when the account was removed. */
export const fullName = (p: ReturnType<typeof sql>) =>
  sql`case when ${p}.removed_at is null then trim(${p}.first || ' ' || ${p}.last) else '' end`

/** For sorting: a name in the order of all lists of names, the same in each, so that columns can be copied between them. */
export const inOrder = (name: RawBuilder<unknown>) => sql`(${name}) collate by_name`

/**
 * For sorting: people `p` by name, first names first. By the whole name as one text, as lists of works are: case and Thai
 * tones count after all letters of a text, and so after the last name.
 */
export const byName = (p: string) =>
  sql`${inOrder(sql`${sql.ref(`${p}.first`)} || ' ' || ${sql.ref(`${p}.last`)}`)}, ${sql.ref(`${p}.id`)}`

export const fullNameOf = ({ first, last }: { first: string; last: string }): string => `${first} ${last}`.trim()
