import { sql } from 'kysely'

/** The name of person `p`; empty when the account was removed. */
export const fullName = (p: ReturnType<typeof sql>) =>
  sql`case when ${p}.removed_at is null then trim(${p}.first || ' ' || ${p}.last) else '' end`

export const fullNameOf = ({ first, last }: { first: string; last: string }): string => `${first} ${last}`.trim()
