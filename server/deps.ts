import type { KeyObject } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Cache } from './cache.ts'
import type { Config } from './config.ts'
import type { DB } from './db/schema.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Live } from './live.ts'
import type { Streams } from './notifications/streams.ts'
import type { SignIn } from './session/provider.ts'
import type { Sessions } from './session/sessions.ts'
import type { Storage } from './uploads/storage.ts'

/** What handlers work with; `build` in app.ts makes it once a process. */
export interface Deps {
  db: Kysely<DB>
  /** For what many on a course are shown alike. */
  cache: Cache
  config: Config
  now: () => Date
  sessions: Sessions
  signIn: SignIn
  live: Live
  /** Work that other processes do. */
  jobs: Jobs
  /** Answers that stay open; ended when the server stops. */
  streams: Streams
  /** The bytes of uploads. */
  storage: Storage
  /** Signs the addresses of files. */
  fileKey: Buffer
  /** With a person's id it gives the key with which their browser seals texts. */
  sealKey: Buffer
  /** The codes by which students mark their attendance are drawn from it. */
  attendanceKey: Buffer
  /** Signs receipts. */
  receiptKey: KeyObject
}
