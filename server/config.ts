import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import * as z from 'zod'
import type { S3Settings } from './uploads/s3.ts'

/** Every setting of the product: its name, its default and its check. The only reader of the environment. */

const oneOf = <const T extends string>(...values: T[]) => z.enum(values, `must be one of: ${values.join(', ')}`)
const flag = z.enum(['true', 'false', '1', '0'], 'must be true or false').transform((v) => v === 'true' || v === '1')
const count = (least: number, most: number) =>
  z
    .string()
    .refine((v) => /^\d{1,9}$/.test(v) && Number(v) >= least && Number(v) <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    })
    .transform(Number)
const ratio = z
  .string()
  .refine((v) => /^(0|1|0?\.\d{1,9})$/.test(v), { error: 'must be a number from 0 to 1' })
  .transform(Number)
const address = z.url({ protocol: /^https?$/, error: 'must be an address such as https://example.org' })
const origin = address.transform((v) => new URL(v).origin)
const database = z.url({ protocol: /^postgres(ql)?$/, error: 'must begin with postgres://' })

const Settings = z.object({
  PORT: count(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((v) => resolve(v)),
  PUBLIC_URL: origin.optional(),
  TRUST_PROXY: flag.default(false),
  DATABASE_URL: database.optional(),
  DATABASE_DIRECT_URL: database.optional(),
  DATABASE_CONNECTIONS: count(1, 500).optional(),
  DATABASE_PREPARE: flag.optional(),
  DATABASE_BATCH: count(1, 1_000).optional(),
  WORKERS: count(1, 256).default(availableParallelism()),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('warn'),
  DRAIN_SECONDS: count(0, 300).default(0),
  METRICS_PORT: count(1, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  OTEL_SERVICE_NAME: z.string().default('raintree'),
  OTEL_TRACES_SAMPLER_ARG: ratio.default(1),
  SESSION_IDLE_DAYS: count(1, 365).default(14),
  SESSION_MAX_DAYS: count(1, 365).default(90),
  PLAYLIST_OEMBED_URL: z.union([z.literal('off'), address]).default('https://www.youtube.com/oembed'),
  OAUTH_NAME: z.string().default('Course site'),
  OAUTH_LOGO: z.string().optional(),
  OAUTH_ACCOUNT_URL: address.optional(),
  OAUTH_ISSUER: address.optional(),
  OAUTH_AUTHORIZE_URL: address.optional(),
  OAUTH_TOKEN_URL: address.optional(),
  OAUTH_PROFILE_URL: address.optional(),
  OAUTH_CLIENT_ID: z.string().optional(),
  OAUTH_CLIENT_SECRET: z.string().optional(),
  OAUTH_CLIENT_AUTH: oneOf('basic', 'post').default('post'),
  OAUTH_SCOPE: z.string().optional(),
  OAUTH_FIELD_ID: z.string().default('sub'),
  OAUTH_FIELD_EMAIL: z.string().default('email'),
  OAUTH_FIELD_EMAIL_VERIFIED: z.string().default('email_verified'),
  OAUTH_FIELD_FIRST: z.string().default('given_name'),
  OAUTH_FIELD_LAST: z.string().default('family_name'),
  OAUTH_FIELD_PICTURE: z.string().default('picture'),
  OAUTH_TRUST_EMAIL: flag.default(false),
  OAUTH_PICTURE_ORIGINS: z
    .string()
    .default('')
    .transform((v) => v.split(/[\s,]+/).filter(Boolean)),
  S3_ENDPOINT: address.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  REMOVE_FILES: flag.default(true),
  JOBS: oneOf('on', 'off', 'only').default('on'),
  DEMO: oneOf('auto', 'on', 'off').default('auto'),
})

export interface Provider {
  name: string
  logo: string | null
  /** Where a person changes their account details. */
  accountUrl: string
  issuer: string
  /** Absent: the endpoints are discovered from the issuer. */
  endpoints?: { authorize: string; token: string; profile: string }
  clientId: string
  clientSecret?: string
  clientAuth: 'basic' | 'post'
  scope: string
  /** Where in the profile each field is; a dot goes one level down (`data.student.id`). */
  fields: { id: string; email: string; emailVerified: string; first: string; last: string; picture: string }
  /** The provider vouches for every address, whether it says so or not. */
  trustEmail: boolean
  pictureOrigins: string[]
}

export interface Config {
  port: number
  host: string
  dataDir: string
  /** The store of files; absent: a folder in `dataDir`. */
  s3?: S3Settings
  /** Whether this server may remove bytes: one on a copy of the database may not, because the files are another's. */
  removeFiles: boolean
  /** Whether this server does jobs, besides serving people or instead. */
  jobs: 'on' | 'off' | 'only'
  /** The origin under which people reach the product; absent: the one they asked for, when it is loopback. */
  publicUrl?: string
  trustProxy: boolean
  databaseUrl?: string
  /** The same database past the pooler of `databaseUrl`. */
  databaseDirectUrl?: string
  databaseConnections: number
  databasePrepare: boolean
  /** The most people that one statement serves; one for a cluster that routes each statement by its course. */
  databaseBatch?: number
  workers: number
  logLevel: string
  /** How long a server serves after the signal to stop, so that a load balancer leaves it first. */
  drainMs: number
  /** Where measurements are read; absent: nothing is measured. */
  metrics?: { host: string; port: number }
  /** Where traces go, and the share of traces without a caller's decision that are kept; absent: no tracing. */
  tracing?: { endpoint: string; service: string; ratio: number }
  /** The video provider's address for the title and picture of a playlist; absent: the server asks nobody. */
  playlistLookup?: string
  sessionIdleMs: number
  sessionMaxMs: number
  /** Absent: the demo provider signs people in. */
  provider?: Provider
  demo: boolean
}

export class ConfigError extends Error {}

const DAY = 86_400_000
// Not by the beginning of the name: 127.example.org may be anywhere.
export const isLoopback = (host: string) =>
  ['localhost', '::1', '[::1]'].includes(host) || /^127(\.\d{1,3}){3}$/.test(host)

/** Reads and checks the settings. Throws a ConfigError that names each setting that is wrong. */
export function readConfig(env: Record<string, string | undefined>): Config {
  // An empty variable means an unset one, as compose files and CI write it.
  const given = Object.fromEntries(Object.entries(env).filter(([, v]) => v !== ''))
  const parsed = Settings.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((i) => `  ${i.path.join('.')}: ${i.message}`)
    throw new ConfigError(`These settings are not right:\n${lines.join('\n')}`)
  }
  const s = parsed.data
  const provider = readProvider(s)
  if (s.DEMO === 'on' && provider) {
    throw new ConfigError('DEMO=on and OAUTH_* exclude each other: unset one of them.')
  }
  const demo = s.DEMO === 'on' || (s.DEMO === 'auto' && !provider)
  // Behind a proxy on this machine people reach the server by PUBLIC_URL, whatever HOST says.
  const open = !isLoopback(s.HOST)
    ? `HOST is ${s.HOST}`
    : s.PUBLIC_URL && !isLoopback(new URL(s.PUBLIC_URL).hostname)
      ? `PUBLIC_URL is ${s.PUBLIC_URL}`
      : undefined
  if (demo && s.DEMO !== 'on' && open) {
    throw new ConfigError(
      `${open}, so others could reach this server, and its demo sign-in lets anyone in as anyone.\n` +
        'Set OAUTH_* to your sign-in provider, or DEMO=on if that is what you want.',
    )
  }
  if (!demo && !provider) throw new ConfigError('DEMO=off needs a sign-in provider: set OAUTH_*.')
  if (!s.DATABASE_URL && s.DATABASE_DIRECT_URL) throw new ConfigError('DATABASE_DIRECT_URL goes with a DATABASE_URL.')
  if (s.METRICS_PORT !== undefined && s.METRICS_PORT === s.PORT) {
    throw new ConfigError('METRICS_PORT and PORT must be two ports.')
  }
  return {
    port: s.PORT,
    host: s.HOST,
    dataDir: s.DATA_DIR,
    s3: readS3(s),
    removeFiles: s.REMOVE_FILES,
    jobs: s.JOBS,
    publicUrl: s.PUBLIC_URL,
    trustProxy: s.TRUST_PROXY,
    databaseUrl: s.DATABASE_URL,
    databaseDirectUrl: s.DATABASE_DIRECT_URL,
    // More connections to a database on the same processors only wait for each other; one elsewhere takes time to
    // answer.
    databaseConnections: s.DATABASE_CONNECTIONS ?? (s.DATABASE_URL ? 10 : 3),
    // Some poolers keep no prepared statements.
    databasePrepare: s.DATABASE_PREPARE ?? !s.DATABASE_DIRECT_URL,
    databaseBatch: s.DATABASE_BATCH,
    workers: s.WORKERS,
    logLevel: s.LOG_LEVEL,
    drainMs: s.DRAIN_SECONDS * 1000,
    metrics: s.METRICS_PORT === undefined ? undefined : { host: s.METRICS_HOST, port: s.METRICS_PORT },
    tracing: s.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: s.OTEL_EXPORTER_OTLP_ENDPOINT, service: s.OTEL_SERVICE_NAME, ratio: s.OTEL_TRACES_SAMPLER_ARG }
      : undefined,
    playlistLookup: s.PLAYLIST_OEMBED_URL === 'off' ? undefined : s.PLAYLIST_OEMBED_URL,
    sessionIdleMs: s.SESSION_IDLE_DAYS * DAY,
    sessionMaxMs: s.SESSION_MAX_DAYS * DAY,
    provider,
    demo,
  }
}

function readS3(s: z.output<typeof Settings>): S3Settings | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = s
  if (!endpoint && !bucket && !id && !secret) return undefined
  if (!endpoint || !bucket || !id || !secret) {
    throw new ConfigError('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together.')
  }
  return { endpoint, bucket, region: s.S3_REGION, accessKeyId: id, secretAccessKey: secret }
}

function readProvider(s: z.output<typeof Settings>): Provider | undefined {
  const byHand = [s.OAUTH_AUTHORIZE_URL, s.OAUTH_TOKEN_URL, s.OAUTH_PROFILE_URL]
  // A secret without the rest is a half-configured provider, not a wish for the demo.
  if (!s.OAUTH_ISSUER && !s.OAUTH_CLIENT_ID && !s.OAUTH_CLIENT_SECRET && !byHand.some(Boolean)) return undefined
  if (!s.OAUTH_CLIENT_ID) throw new ConfigError('OAUTH_CLIENT_ID is missing.')
  const [authorize, token, profile] = byHand
  if (byHand.some(Boolean) && !(authorize && token && profile)) {
    throw new ConfigError('OAUTH_AUTHORIZE_URL, OAUTH_TOKEN_URL and OAUTH_PROFILE_URL go together.')
  }
  const issuer = s.OAUTH_ISSUER ?? (authorize ? new URL(authorize).origin : undefined)
  if (!issuer) throw new ConfigError('Set OAUTH_ISSUER, or the three OAUTH_…_URL addresses.')
  return {
    name: s.OAUTH_NAME,
    logo: s.OAUTH_LOGO ?? null,
    accountUrl: s.OAUTH_ACCOUNT_URL ?? new URL(authorize ?? issuer).origin,
    issuer,
    endpoints: authorize && token && profile ? { authorize, token, profile } : undefined,
    clientId: s.OAUTH_CLIENT_ID,
    clientSecret: s.OAUTH_CLIENT_SECRET,
    clientAuth: s.OAUTH_CLIENT_AUTH,
    scope: s.OAUTH_SCOPE ?? (authorize ? '' : 'openid profile email'),
    fields: {
      id: s.OAUTH_FIELD_ID,
      email: s.OAUTH_FIELD_EMAIL,
      emailVerified: s.OAUTH_FIELD_EMAIL_VERIFIED,
      first: s.OAUTH_FIELD_FIRST,
      last: s.OAUTH_FIELD_LAST,
      picture: s.OAUTH_FIELD_PICTURE,
    },
    trustEmail: s.OAUTH_TRUST_EMAIL,
    pictureOrigins: s.OAUTH_PICTURE_ORIGINS,
  }
}
