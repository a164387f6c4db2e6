import type { Deps } from '../deps.ts'

/** Whose every address is its person's: the demo's provider, or one that the settings trust. */
export const trustedIssuer = ({ demo, provider }: Deps['config']) =>
  demo ? 'demo' : provider?.trustEmail ? provider.issuer : undefined
