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

/** The tools of handlers; `build` in app.ts makes them once for each process. */
export interface Deps {
  db: Kysely<DB>
  /** Keeps answers that many people on a course share. */
  cache: Cache
  config: Config
  now: () => Date
  sessions: Sessions
  signIn: SignIn
  live: Live
  /** Asks other processes for jobs. */
  jobs: Jobs
  /** Answers that stay open; the server ends them when it stops. */
  streams: Streams
  /** The bytes of uploads. */
  storage: Storage
  /** Signs the addresses of files. */
  fileKey: Buffer
  /** Makes from a person's id the key with which their browser seals texts. */
  sealKey: Buffer
  /** The key of the codes by which students mark their attendance. */
  attendanceKey: Buffer
  /** Signs receipts. */
  receiptKey: KeyObject
}
