import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import { falling, pageOf } from '../db/page.ts'
import type { DB } from '../db/schema.ts'
import { found } from '../errors.ts'
import { idOf, newId } from '../ids.ts'
import type { JobHandler, RunningJob } from '../jobs/worker.ts'
import { csvLine } from '../tables/write.ts'
import { safeFilename } from '../uploads/names.ts'
import { addUpload, getKept } from '../uploads/queries.ts'
import { fullName } from '../users/name.ts'

/** Writes the history of a course, newest first, into a CSV file, which becomes an upload of the person who asked. */
export const exportHistory: JobHandler = async (job, { db, storage }) => {
  const { id, actorId, courseId, retryCount } = job
  const course = found(await db.selectFrom('courses').select('code').where('id', '=', courseId).executeTakeFirst())
  /** Each attempt has a key of its own, so that a later one finds and removes the leftovers of a killed process. */
  const keyOf = (attempt: number) => idOf(id, String(attempt))
  const storage_key = keyOf(retryCount)
  const hash = createHash('sha256')
  let bytes = 0
  async function* measured() {
    for await (const text of csvOf(db, job)) {
      const chunk = Buffer.from(text)
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await storage.put(storage_key, Readable.from(measured()))
  return {
    async finish(trx) {
      for (let attempt = 0; attempt < retryCount; attempt++) await storage.remove(keyOf(attempt))
      const upload = { id: newId(), owner_id: actorId, filename: safeFilename(`${course.code} history.csv`) }
      const file = { media_type: 'text/csv', bytes, sha256: hash.digest(), storage_key, created_at: new Date() }
      // Throws the refusal that says why there is no room.
      if (!(await addUpload(trx, { ...upload, ...file }))) await getKept(trx, upload.id, actorId)
      return { upload_id: upload.id, filename: upload.filename }
    },
    giveUp: () => storage.remove(storage_key),
  }
}

const newest = falling([
  [sql`c.created_at`, 'timestamptz'],
  [sql`c.id`, 'uuid'],
])
const ROWS = 1_000

interface Line {
  at: Date
  who: string
  kind: string
  title: string | null
  id: string
  undoes: string | null
}

async function* csvOf(db: Kysely<DB>, { courseId, progress, signal }: RunningJob) {
  // Without the byte order mark, Excel guesses another encoding.
  yield `\ufeff${csvLine(['at', 'who', 'kind', 'title', 'change', 'undoes'])}`
  const { rows: counted } = await sql<{ all: number }>`
    select count(*) as all from changes where course_id = ${courseId}`.execute(db)
  const all = Math.max(counted[0]?.all ?? 0, 1)
  let written = 0
  let after: string | undefined
  do {
    signal.throwIfAborted()
    const { rows } = await sql<Line & { cursor: string }>`
      select c.id, c.created_at as at, c.kind, c.about->>'title' as title, c.undoes, ${newest.cursor} as cursor,
        coalesce(${fullName(sql`p`)}, '') as who
      from changes c left join people p on p.id = c.actor_id and p.removed_at is null
      where c.course_id = ${courseId} and ${newest.after(after)}
      order by ${newest.order} limit ${ROWS + 1}`.execute(db)
    const { items, next } = pageOf(rows, ROWS)
    for (const { at, who, kind, title, id, undoes } of items)
      yield csvLine([at.toISOString(), who, kind, title ?? '', id, undoes ?? ''])
    written += items.length
    await progress(Math.min(written / all, 1))
    after = next ?? undefined
  } while (after)
}
