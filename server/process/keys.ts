import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'

/** The secret with this name, the same for all server processes; `make` makes it on first use. */
export async function sharedKey(
  db: Kysely<DB>,
  name: string,
  make: () => Buffer | Promise<Buffer> = () => randomBytes(32),
): Promise<Buffer> {
  const read = () => db.selectFrom('server_keys').select('secret').where('name', '=', name).executeTakeFirst()
  const kept = await read()
  if (kept) return kept.secret
  const secret = await make()
  await db
    .insertInto('server_keys')
    .values({ name, secret })
    .onConflict((c) => c.doNothing())
    .execute()
  return (await read())?.secret ?? secret
}
