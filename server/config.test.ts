import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, isLoopback, readConfig } from './config.ts'

const byHand = {
  OAUTH_AUTHORIZE_URL: 'https://site.example/oauth/authorize',
  OAUTH_TOKEN_URL: 'https://site.example/oauth/token',
  OAUTH_PROFILE_URL: 'https://api.site.example/profile',
  OAUTH_CLIENT_ID: 'raintree',
}
const oidc = { OAUTH_ISSUER: 'https://site.example', OAUTH_CLIENT_ID: 'raintree' }
const DAY = 86_400_000

describe('without any setting', () => {
  test('the demo runs on this machine alone', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      removeFiles: true,
      jobs: 'on',
      publicUrl: undefined,
      trustProxy: false,
      databaseUrl: undefined,
      databaseConnections: 3,
      databasePrepare: true,
      workers: availableParallelism(),
      logLevel: 'warn',
      drainMs: 0,
      playlistLookup: 'https://www.youtube.com/oembed',
      sessionIdleMs: 14 * DAY,
      sessionMaxMs: 90 * DAY,
      provider: undefined,
      demo: true,
    })
  })

  test('is the same with empty ones, as files of settings write them', () => {
    const empty = Object.fromEntries(
      ['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'PUBLIC_URL', 'DEMO', 'OAUTH_ISSUER', 'OAUTH_CLIENT_ID'].map(
        (name) => [name, ''],
      ),
    )
    expect(readConfig(empty)).toEqual(readConfig({}))
  })
})

describe('each setting', () => {
  test.each([
    [{ PORT: '8080' }, { port: 8080 }],
    [{ PORT: '0' }, { port: 0 }],
    [{ HOST: '::1' }, { host: '::1' }],
    [{ DATA_DIR: '/srv/raintree' }, { dataDir: '/srv/raintree' }],
    [{ DATA_DIR: '../elsewhere' }, { dataDir: resolve('../elsewhere') }],
    [{ PUBLIC_URL: 'https://learn.example.org/', DEMO: 'on' }, { publicUrl: 'https://learn.example.org' }],
    [{ PUBLIC_URL: 'http://localhost:8080/somewhere' }, { publicUrl: 'http://localhost:8080' }],
    [{ TRUST_PROXY: 'true' }, { trustProxy: true }],
    [{ TRUST_PROXY: '0' }, { trustProxy: false }],
    [{ DATABASE_URL: 'postgres://me@db/raintree' }, { databaseUrl: 'postgres://me@db/raintree' }],
    [{ DATABASE_URL: 'postgresql://db/raintree' }, { databaseUrl: 'postgresql://db/raintree' }],
    [{ DATABASE_CONNECTIONS: '25' }, { databaseConnections: 25 }],
    [{ DATABASE_URL: 'postgres://u@h/d' }, { databaseConnections: 10 }],
    [
      { DATABASE_URL: 'postgres://pooler/raintree', DATABASE_DIRECT_URL: 'postgres://db/raintree' },
      { databasePrepare: false },
    ],
    [{ DRAIN_SECONDS: '15' }, { drainMs: 15_000 }],
    [{ PLAYLIST_OEMBED_URL: 'off' }, { playlistLookup: undefined }],
    [{ PLAYLIST_OEMBED_URL: 'https://video.example/oembed' }, { playlistLookup: 'https://video.example/oembed' }],
    [{ METRICS_PORT: '9100' }, { metrics: { host: '127.0.0.1', port: 9100 } }],
    [{ METRICS_PORT: '9100', METRICS_HOST: '::' }, { metrics: { host: '::', port: 9100 } }],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' },
      { tracing: { endpoint: 'http://collector:4318', service: 'raintree', ratio: 1 } },
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_TRACES_SAMPLER_ARG: '0.05' },
      { tracing: { endpoint: 'http://collector:4318', service: 'raintree', ratio: 0.05 } },
    ],
    [{ DATABASE_PREPARE: 'false' }, { databasePrepare: false }],
    [{ WORKERS: '1' }, { workers: 1 }],
    [{ REMOVE_FILES: 'false' }, { removeFiles: false }],
    [{ JOBS: 'only' }, { jobs: 'only' }],
    [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
    [{ SESSION_IDLE_DAYS: '1' }, { sessionIdleMs: DAY }],
    [{ SESSION_MAX_DAYS: '30' }, { sessionMaxMs: 30 * DAY }],
  ])('%j is understood', (settings, config) => {
    expect(readConfig(settings)).toMatchObject(config)
  })

  const port = 'must be a whole number from 0 to 65535'
  const url = 'must be an address such as https://example.org'
  test.each([
    ['PORT', 'http', port],
    ['PORT', '65536', port],
    ['PORT', '-1', port],
    ['PORT', '80.5', port],
    ['PORT', '0x50', port],
    ['PORT', ' ', port],
    ['PUBLIC_URL', 'learn.example.org', url],
    ['PUBLIC_URL', 'ftp://learn.example.org', url],
    ['TRUST_PROXY', 'yes', 'must be true or false'],
    ['DATABASE_URL', 'mysql://db/raintree', 'must begin with postgres://'],
    ['DATABASE_URL', 'db', 'must begin with postgres://'],
    ['DATABASE_CONNECTIONS', '0', 'must be a whole number from 1 to 500'],
    ['DATABASE_PREPARE', 'maybe', 'must be true or false'],
    ['WORKERS', '0', 'must be a whole number from 1 to 256'],
    ['WORKERS', '1000', 'must be a whole number from 1 to 256'],
    ['LOG_LEVEL', 'loud', 'must be one of: fatal, error, warn, info, debug, trace, silent'],
    ['SESSION_IDLE_DAYS', '0', 'must be a whole number from 1 to 365'],
    ['SESSION_MAX_DAYS', '1000', 'must be a whole number from 1 to 365'],
    ['OAUTH_ISSUER', 'site.example', url],
    ['OAUTH_TOKEN_URL', 'javascript:alert(1)', url],
    ['OAUTH_CLIENT_AUTH', 'letter', 'must be one of: basic, post'],
    ['DEMO', 'maybe', 'must be one of: auto, on, off'],
    ['DATABASE_DIRECT_URL', 'mysql://db/raintree', 'must begin with postgres://'],
    ['DRAIN_SECONDS', '-1', 'must be a whole number from 0 to 300'],
    ['METRICS_PORT', '0', 'must be a whole number from 1 to 65535'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', url],
    ['OTEL_TRACES_SAMPLER_ARG', '5%', 'must be a number from 0 to 1'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'must be a number from 0 to 1'],
  ])('%s=%s is refused by its name, and with what it must be', (name, value, words) => {
    expect(() => readConfig({ [name]: value })).toThrow(
      new ConfigError(`These settings are not right:\n  ${name}: ${words}`),
    )
  })

  test('that is wrong is told together with all the others', () => {
    expect(() => readConfig({ PORT: 'x', WORKERS: '0', LOG_LEVEL: '?' })).toThrow(
      /PORT: .+\n {2}WORKERS: .+\n {2}LOG_LEVEL: /,
    )
  })
})

describe('the sign-in provider', () => {
  test('by its issuer is discovered, and asked for OpenID Connect', () => {
    const { provider, demo } = readConfig(oidc)
    expect(demo).toBe(false)
    expect(provider).toEqual({
      name: 'Course site',
      logo: null,
      issuer: 'https://site.example',
      accountUrl: 'https://site.example',
      endpoints: undefined,
      clientId: 'raintree',
      clientSecret: undefined,
      clientAuth: 'post',
      scope: 'openid profile email',
      fields: {
        id: 'sub',
        email: 'email',
        emailVerified: 'email_verified',
        first: 'given_name',
        last: 'family_name',
        picture: 'picture',
      },
      trustEmail: false,
      pictureOrigins: [],
    })
  })

  test('by its addresses is plain OAuth 2, filed under the origin of the first', () => {
    const { provider } = readConfig({
      ...byHand,
      OAUTH_NAME: 'myCourse',
      OAUTH_LOGO: '/logo.svg',
      OAUTH_CLIENT_SECRET: 'secret',
      OAUTH_CLIENT_AUTH: 'basic',
      OAUTH_FIELD_ID: 'data.student.id',
      OAUTH_FIELD_EMAIL: 'data.student.mail',
      OAUTH_FIELD_FIRST: 'data.student.firstname_en',
      OAUTH_FIELD_LAST: 'data.student.lastname_en',
      OAUTH_FIELD_PICTURE: 'data.student.photo',
      OAUTH_TRUST_EMAIL: 'true',
      OAUTH_PICTURE_ORIGINS: 'https://a.example, https://b.example',
    })
    expect(provider).toEqual({
      name: 'myCourse',
      logo: '/logo.svg',
      issuer: 'https://site.example',
      accountUrl: 'https://site.example',
      endpoints: {
        authorize: byHand.OAUTH_AUTHORIZE_URL,
        token: byHand.OAUTH_TOKEN_URL,
        profile: byHand.OAUTH_PROFILE_URL,
      },
      clientId: 'raintree',
      clientSecret: 'secret',
      clientAuth: 'basic',
      scope: '',
      fields: {
        id: 'data.student.id',
        email: 'data.student.mail',
        emailVerified: 'email_verified',
        first: 'data.student.firstname_en',
        last: 'data.student.lastname_en',
        picture: 'data.student.photo',
      },
      trustEmail: true,
      pictureOrigins: ['https://a.example', 'https://b.example'],
    })
    expect(readConfig({ ...byHand, OAUTH_ISSUER: 'https://named.example' }).provider?.issuer).toBe(
      'https://named.example',
    )
    expect(readConfig({ ...byHand, OAUTH_ACCOUNT_URL: 'https://me.example/account' }).provider?.accountUrl).toBe(
      'https://me.example/account',
    )
    expect(readConfig({ ...byHand, OAUTH_SCOPE: 'basic' }).provider?.scope).toBe('basic')
  })

  test.each([
    [{ OAUTH_ISSUER: 'https://site.example' }, 'OAUTH_CLIENT_ID is missing.'],
    [{ OAUTH_CLIENT_SECRET: 'secret' }, 'OAUTH_CLIENT_ID is missing.'],
    [{ OAUTH_CLIENT_ID: 'raintree' }, 'Set OAUTH_ISSUER, or the three OAUTH_…_URL addresses.'],
    [{ ...byHand, OAUTH_TOKEN_URL: '' }, 'OAUTH_AUTHORIZE_URL, OAUTH_TOKEN_URL and OAUTH_PROFILE_URL go together.'],
    [
      { ...oidc, OAUTH_PROFILE_URL: byHand.OAUTH_PROFILE_URL },
      'OAUTH_AUTHORIZE_URL, OAUTH_TOKEN_URL and OAUTH_PROFILE_URL go together.',
    ],
  ])('half given is refused: %j', (settings, words) => {
    expect(() => readConfig(settings)).toThrow(new ConfigError(words))
  })
})

describe('a store of files', () => {
  const s3 = {
    S3_ENDPOINT: 'https://s3.example.org',
    S3_BUCKET: 'raintree-files',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  }

  test('is a folder unless one that speaks S3 is named', () => {
    expect(readConfig({}).s3).toBeUndefined()
    expect(readConfig({ ...s3, S3_REGION: 'ap-southeast-7' }).s3).toEqual({
      endpoint: 'https://s3.example.org',
      bucket: 'raintree-files',
      region: 'ap-southeast-7',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    })
  })

  test.each(Object.keys(s3))('without its %s is refused', (name) => {
    const words = 'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together.'
    expect(() => readConfig({ ...s3, [name]: '' })).toThrow(new ConfigError(words))
  })

  test('has a bucket whose name may stand in an address', () => {
    expect(() => readConfig({ ...s3, S3_BUCKET: 'a/b' })).toThrow(/S3_BUCKET: must be the name of a bucket/)
  })
})

describe('the demo', () => {
  test.each(['0.0.0.0', '::', '192.168.1.5', 'learn.example.org', '127.example.org'])(
    'is refused where others could reach it: HOST=%s',
    (HOST) => {
      expect(() => readConfig({ HOST })).toThrow(ConfigError)
      expect(() => readConfig({ HOST })).toThrow(/DEMO=on/)
      expect(() => readConfig({ HOST, DEMO: 'auto' })).toThrow(`HOST is ${HOST}`)
    },
  )

  test.each(['https://learn.example.org', 'http://192.168.1.5:3000', 'http://localhost.example.org'])(
    'is refused behind an address where others could reach it: PUBLIC_URL=%s',
    (PUBLIC_URL) => {
      expect(() => readConfig({ PUBLIC_URL })).toThrow(`PUBLIC_URL is ${PUBLIC_URL}, so others could reach this server`)
      expect(() => readConfig({ PUBLIC_URL, DEMO: 'auto' })).toThrow(ConfigError)
      expect(readConfig({ PUBLIC_URL, DEMO: 'on' }).demo).toBe(true)
    },
  )

  test.each(['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:3000'])(
    'runs behind an address of this machine: PUBLIC_URL=%s',
    (PUBLIC_URL) => {
      expect(readConfig({ PUBLIC_URL }).demo).toBe(true)
    },
  )

  test('runs there when it is asked for by name', () => {
    expect(readConfig({ HOST: '0.0.0.0', DEMO: 'on' }).demo).toBe(true)
  })

  test.each(['127.0.0.1', '127.0.0.53', 'localhost', '::1'])('runs on HOST=%s', (HOST) => {
    expect(readConfig({ HOST }).demo).toBe(true)
  })

  test('is off with a provider, which may be reached by anyone', () => {
    expect(readConfig({ ...oidc, HOST: '0.0.0.0' }).demo).toBe(false)
  })

  test('and a provider exclude each other, and one of them must be', () => {
    expect(() => readConfig({ ...oidc, DEMO: 'on' })).toThrow(/exclude each other/)
    expect(() => readConfig({ DEMO: 'off' })).toThrow(/needs a sign-in provider/)
    expect(readConfig({ ...oidc, DEMO: 'off' }).demo).toBe(false)
  })
})

test.each(['127.0.0.1.evil.example', '127.evil.example', '127', '1270.0.0.1', 'localhost.example', '', '0.0.0.0'])(
  'a name that only looks like this machine is not: %j',
  (host) => {
    expect(isLoopback(host)).toBe(false)
  },
)

test('another way to a database needs a database', () => {
  const words = 'DATABASE_DIRECT_URL goes with a DATABASE_URL.'
  expect(() => readConfig({ DATABASE_DIRECT_URL: 'postgres://db/raintree' })).toThrow(new ConfigError(words))
})

test('what is measured is read at a port of its own', () => {
  expect(() => readConfig({ PORT: '9100', METRICS_PORT: '9100' })).toThrow(/must be two ports/)
})
