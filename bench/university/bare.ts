import type pg from 'pg'

interface Definition {
  /** The statements that remove it and restore it. */
  drop: string
  make: string
}

/**
 * Foreign keys go first and come last; then unique constraints; then the other indexes; then triggers, except the one
 * that fills a column.
 */
const definitions = `
  select 'alter table ' || c.conrelid::regclass || ' drop constraint ' || quote_ident(c.conname) as drop,
    'alter table ' || c.conrelid::regclass || ' add constraint ' || quote_ident(c.conname) || ' '
      || pg_get_constraintdef(c.oid) as make,
    case c.contype when 'f' then 1 else 2 end as turn
  from pg_constraint c
  where c.connamespace = 'public'::regnamespace and c.contype in ('f', 'p', 'u')
    and c.conrelid::regclass::text not like 'kysely%'
  union all
  select 'drop index ' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid), 3
  from pg_index i join pg_class t on t.oid = i.indrelid
  where t.relnamespace = 'public'::regnamespace
    and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
  union all
  select 'alter table ' || g.tgrelid::regclass || ' disable trigger ' || quote_ident(g.tgname),
    'alter table ' || g.tgrelid::regclass || ' enable trigger ' || quote_ident(g.tgname), 4
  from pg_trigger g join pg_class t on t.oid = g.tgrelid
  where t.relnamespace = 'public'::regnamespace and not g.tgisinternal and g.tgname <> 'keep_same'
  order by turn`

/**
 * Does the work while the tables have no index, key or trigger, which is many times faster, and then restores them:
 * PostgreSQL refuses if a row breaks one. After a failure or an interruption the database is useless.
 */
export async function whileBare<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  const { rows } = await client.query<Definition>(definitions)
  for (const { drop } of rows) await client.query(drop)
  const result = await work()
  await client.query("set maintenance_work_mem = '256MB'")
  for (const { make } of rows.slice().reverse()) await client.query(make)
  return result
}
