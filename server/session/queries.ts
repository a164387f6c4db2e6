import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { newId } from '../ids.ts'
import type { LiveEvent } from '../live.ts'
import { claimPlaces } from '../roster/claim.ts'
import type { Profile } from './provider.ts'

interface Saved {
  id: string
  events: LiveEvent[]
}

/**
 * The person of this identity, updated from the provider's profile; on the first sign-in the account is made, and put
 * on the courses to which staff have added its address. Undefined when the account was removed, and then nothing of the
 * profile is kept.
 */
export async function saveProfile(db: Kysely<DB>, profile: Profile): Promise<Saved | undefined> {
  const { issuer, subject, email, emailVerified: email_verified, first, last, picture } = profile
  return db.transaction().execute(async (tx) => {
    const save = async (id: string) => ({
      id,
      events: email && email_verified ? await claimPlaces(tx, id, email) : [],
    })
    // Two first sign-ins of one person at the same moment must not make two people.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 0))`.execute(tx)
    const known = await tx
      .selectFrom('identities')
      .select('person_id')
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst()
    if (known) {
      const saved = await tx
        .updateTable('people')
        .set({ email, email_verified, first, last, img: picture, updated_at: new Date() })
        .where('id', '=', known.person_id)
        .where('removed_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return saved && save(saved.id)
    }
    const id = newId()
    await tx.insertInto('people').values({ id, email, email_verified, first, last, img: picture }).execute()
    await tx.insertInto('identities').values({ issuer, subject, person_id: id }).execute()
    return save(id)
  })
}
