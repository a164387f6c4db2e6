import { sql } from 'kysely'

/** Whether row `r` of a change has another value in one of these columns than before. */
export const differs = (...columns: string[]) =>
  sql`(${sql.join(
    columns.map((name) => sql`r.before->${sql.lit(name)} is distinct from r.after->${sql.lit(name)}`),
    sql` or `,
  )})`
