import { type Kysely, sql } from 'kysely'
import { seed } from '../../changes/change.ts'
import { hashPassword } from '../../courses/passwords.ts'
import type { DB } from '../../db/schema.ts'
import type { Storage } from '../../uploads/storage.ts'
import { buildSchool, demoCourseIds, demoPersonIds, passwords } from './build.ts'
import { readDemoFiles } from './files.ts'
import { demoId } from './ids.ts'

/** The advisory lock for filling and clearing the school. */
const lock = sql`select pg_advisory_xact_lock(7246247)`

/**
 * Fills the demo school as it would be at `now`, unless it is there. Several servers may call it at once. When the
 * database or the storage throws, nothing is filled.
 */
export async function fillDemoSchool(db: Kysely<DB>, options: { now: Date; storage: Storage }): Promise<void> {
  if (await isThere(db)) return
  const hash = async (text: string): Promise<[string, string]> => [text, await hashPassword(text)]
  const [demoFiles, hashes] = await Promise.all([readDemoFiles(), Promise.all(passwords.map(hash))])
  const { rows, files } = buildSchool(options.now, demoFiles, new Map(hashes))
  await seed(db, async (trx) => {
    await lock.execute(trx)
    if (await isThere(trx)) return
    await inTurns(files, (file) => options.storage.put(file.key, file.bytes))
    await rows.insert(trx)
  })
}

/**
 * Removes the demo school: its courses with everything in them, its people with their uploads and sessions, and the
 * stored files. Other courses stay, without the demo people.
 */
export async function clearDemoSchool(db: Kysely<DB>, storage: Storage): Promise<void> {
  const keys = await seed(db, async (trx) => {
    await lock.execute(trx)
    const signsIn = trx.selectFrom('identities').select('person_id').where('issuer', '=', 'demo')
    const held = sql<{ id: string }>`
      select upload_id as id from contents where course_id = any(${demoCourseIds}) and upload_id is not null
      union select picture_id from courses where id = any(${demoCourseIds}) and picture_id is not null
      union select upload_id from submission_files where course_id = any(${demoCourseIds})
      union select recording_video_upload from meetings
        where course_id = any(${demoCourseIds}) and recording_video_upload is not null
      union select recording_audio_upload from meetings
        where course_id = any(${demoCourseIds}) and recording_audio_upload is not null
      union select id from uploads where owner_id in (${signsIn})`
    const uploads = (await held.execute(trx)).rows.map((row) => row.id)
    await trx.deleteFrom('courses').where('id', 'in', demoCourseIds).execute()
    // An upload that a course outside the school holds stays with it.
    const { rows: gone } = await sql<{ storage_key: string }>`
      delete from uploads u where id = any(${uploads})
        and not exists (select from contents where upload_id = u.id)
        and not exists (select from courses where picture_id = u.id)
        and not exists (select from submission_files where upload_id = u.id)
        and not exists (select from meetings where u.id in (recording_video_upload, recording_audio_upload))
      returning storage_key`.execute(trx)
    await trx
      .deleteFrom('people')
      .where((where) => where.or([where('id', 'in', signsIn), where('id', 'in', demoPersonIds)]))
      .execute()
    return gone.map((row) => row.storage_key)
  })
  await inTurns(keys, (key) => storage.remove(key))
}

async function isThere(db: Kysely<DB>): Promise<boolean> {
  const found = db.selectFrom('courses').select('id').where('id', '=', demoId('course', '2110101'))
  return (await found.executeTakeFirst()) !== undefined
}

/** Eight at a time: the storage may be a network away. */
async function inTurns<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}
