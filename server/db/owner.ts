import { createHmac } from 'node:crypto'
import pg from 'pg'
import type { Connection } from './database.ts'

/*
 * The product works in the embedded database as its owner: an ordinary role, which may change everything in the
 * database and nothing else of PostgreSQL. The superuser makes the database and holds the lock of the server.
 */

export const DATABASE = 'raintree'
const OWNER = 'raintree_owner'

/** The owner's connection string. Its password derives from the superuser's, so the server keeps one. */
export const ownerOf = (superuser: Connection): Connection => ({
  ...superuser,
  ...rights(superuser),
  database: DATABASE,
})

const rights = ({ password = '' }: Connection) => ({
  user: OWNER,
  password: createHmac('sha256', password).update(OWNER).digest('base64url'),
})

/** Makes the owner and its database, or hands over a database from when the product still was the superuser. */
export async function makeDatabase(asSuperuser: pg.Client, superuser: Connection): Promise<void> {
  const { rows } = await asSuperuser.query(
    `select (select rolname from pg_roles where rolname = $1) as role,
      (select pg_get_userbyid(datdba) from pg_database where datname = $2) as owner`,
    [OWNER, DATABASE],
  )
  const [{ role, owner }] = rows as [{ role: string | null; owner: string | null }]
  if (owner === OWNER) return
  if (!role) await asSuperuser.query(`create role ${OWNER} login password '${rights(superuser).password}'`)
  if (!owner) await asSuperuser.query(`create database ${DATABASE} owner ${OWNER}`)
  else await handOver(superuser)
}

/** In one transaction, the database last: after an interruption the next start begins anew. */
async function handOver(superuser: Connection): Promise<void> {
  const client = new pg.Client({ ...superuser, database: DATABASE })
  await client.connect()
  try {
    await client.query(`begin; ${handOverAll}; alter database ${DATABASE} owner to ${OWNER}; commit`)
  } finally {
    await client.end()
  }
}

// PostgreSQL refuses REASSIGN OWNED for the first superuser, because it owns the system as well. The sequence of a
// column and the row type of a table follow their table. The schema `public` belongs to the owner of the database.
const handOverAll = `do $$
declare it record;
begin
  for it in
    select format('alter %s %s owner to ${OWNER}',
      case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
      c.oid::regclass) as statement
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype in ('a', 'i')
        and refclassid = 'pg_class'::regclass and refobjsubid > 0)
    union all
    select format('alter type %s owner to ${OWNER}', t.oid::regtype)
    from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd')
    union all
    select format('alter routine %s owner to ${OWNER}', p.oid::regprocedure)
    from pg_proc p where p.pronamespace = 'public'::regnamespace
  loop
    execute it.statement;
  end loop;
end $$`
