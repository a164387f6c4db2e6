import { type RawBuilder, sql } from 'kysely'

/** Rows as the table `i` of their columns, with their `place` from 1 on. */
export const tableOf = <Row extends object>(
  rows: Row[],
  types: { [Column in keyof Row]: string },
): RawBuilder<unknown> => {
  const columns = Object.keys(types) as (keyof Row & string)[]
  const arrays = columns.map((column) => sql`${rows.map((row) => row[column])}::${sql.raw(types[column])}[]`)
  return sql`unnest(${sql.join(arrays)}) with ordinality as i (${sql.join(columns.map((name) => sql.ref(name)))}, place)`
}
