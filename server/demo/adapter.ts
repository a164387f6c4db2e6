import { type Kysely, sql } from 'kysely'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { DB, Json } from '../db/schema.ts'

/** Keeps the state of the demo provider in PostgreSQL, so that any server process can finish a sign-in. */
export const adapterFor =
  (db: Kysely<DB>) =>
  (model: string): Adapter => {
    const one = async (column: 'id' | 'uid', value: string) => {
      const row = await db
        .selectFrom('demo_provider_state')
        .select('payload')
        .where('model', '=', model)
        .where(column, '=', value)
        .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', sql<Date>`now()`)]))
        .executeTakeFirst()
      const payload = row?.payload as AdapterPayload | undefined
      // Each sign-in chooses a person anew. The provider would refuse a second person beside one who is signed in.
      return payload && model === 'Session' ? { ...payload, accountId: undefined } : payload
    }
    return {
      async upsert(id, payload, expiresIn) {
        const row = {
          model,
          id,
          payload: JSON.stringify(payload) as Json,
          uid: payload.uid ?? null,
          grant_id: payload.grantId ?? null,
          expires_at: expiresIn ? new Date(Date.now() + expiresIn * 1000) : null,
        }
        await db
          .insertInto('demo_provider_state')
          .values(row)
          .onConflict((c) => c.columns(['model', 'id']).doUpdateSet(row))
          .execute()
      },
      find: (id) => one('id', id),
      findByUid: (uid) => one('uid', uid),
      // The device flow is off.
      findByUserCode: async () => undefined,
      async consume(id) {
        await db
          .updateTable('demo_provider_state')
          .set({ payload: sql<Json>`payload || jsonb_build_object('consumed', extract(epoch from now())::int)` })
          .where('model', '=', model)
          .where('id', '=', id)
          .execute()
      },
      async destroy(id) {
        await db.deleteFrom('demo_provider_state').where('model', '=', model).where('id', '=', id).execute()
      },
      async revokeByGrantId(grantId) {
        await db.deleteFrom('demo_provider_state').where('grant_id', '=', grantId).execute()
      },
    }
  }

export const sweepDemoProvider = (db: Kysely<DB>) =>
  db.deleteFrom('demo_provider_state').where('expires_at', '<', sql<Date>`now()`).execute()
