import { sql } from 'kysely'
import type { Deps } from '../deps.ts'

/** An issuer whose every address is its person's: the demo's provider, or one that the settings trust. */
export const trustedIssuer = ({ demo, provider }: Deps['config']) =>
  demo ? 'demo' : provider?.trustEmail ? provider.issuer : undefined

/** Whether the provider of person `p` vouches for their address. `trusted`: the issuer that always does. */
export const isVouchedFor = (trusted: string | undefined) => sql`(p.email_verified or exists (
  select from identities i where i.person_id = p.id and i.issuer = ${trusted ?? null}::text))`
