import type { contract } from '../../contract/index.ts'
import { archiveMost } from '../../contract/staff/offline.ts'
import { saveGrades } from '../answers/queries.ts'
import { findAssignment } from '../assignments/queries.ts'
import { commonAssignment } from '../assignments/shown.ts'
import { keepCount, write } from '../changes/write.ts'
import type { Db } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { found, notFound, Refusal } from '../errors.ts'
import { findHiddenNames, ownersNamed } from '../hiddenNames/queries.ts'
import type { Handlers } from '../serve.ts'
import { receiveTable, tableAsked } from '../tables/read.ts'
import { isRightSignature, signedQuery } from '../uploads/location.ts'
import { disposition } from '../uploads/names.ts'
import { archiveEntries } from './archive.ts'
import { archiveName } from './names.ts'
import { planOffline } from './plan.ts'
import { findWorks, getArchive, keepArchive } from './queries.ts'
import { offlineWords } from './words.ts'
import { zipOf } from './zip.ts'

/** Works for grading away from the screen. */
export function offlineRoutes(deps: Deps): Handlers<typeof contract.offline> {
  const { db, storage, fileKey, now } = deps
  const read = async (from: Db, courseId: string, id: string) =>
    commonAssignment(found((await findAssignment(from, { courseId, audience: 'staff' }, id))[0]))

  return {
    async prepare({ courseId, can, params, body, newId }) {
      const a = await read(db, courseId, params.asgn_id)
      const of = { courseId, assignmentId: a.id }
      const owners = body.people === 'all' ? null : await ownersNamed(db, of, body.people, can)
      const files = (await findWorks(db, of, owners)).map((work) => work.files)
      const bytes = files.flat().reduce((sum, file) => sum + file.bytes, 0)
      if (bytes > archiveMost)
        throw new Refusal('too_large', {
          message: `The files of one archive have at most ${archiveMost / 1e9} GB together.`,
        })
      const id = newId()
      await keepArchive(db, id, { ...of, owners }, now())
      const filename = archiveName(a.name)
      // A browser would read some of these as steps in the path; the file's name comes with the file.
      const path = `/api/courses/${courseId}/offline/${id}/works.zip`
      const address = `${path}?${signedQuery(fileKey, `archive ${id}`, now())}&language=${body.language}`
      return { address, filename, works: files.length, files: files.flat().length, bytes }
    },
    async archive({ params, query, request, reply }) {
      const { course_id: courseId, archive_id: id } = params
      if (!isRightSignature(fileKey, `archive ${id}`, query, now())) throw notFound()
      const { owners, assignmentId } = await getArchive(db, courseId, id, now())
      const a = await read(db, courseId, assignmentId)
      const of = { courseId, assignmentId }
      const [works, names] = await Promise.all([findWorks(db, of, owners), findHiddenNames(db, of)])
      reply.headers({
        'content-type': 'application/zip',
        'content-disposition': disposition('attachment', archiveName(a.name)),
        'cache-control': 'private, no-store',
      })
      if (request.method === 'HEAD') return void reply.send()
      reply.send(
        zipOf(archiveEntries({ ...{ db, storage, courseId, a, works, names }, words: offlineWords[query.language] })),
      )
    },
    async import(input) {
      const { viewer, courseId, params, query } = input
      const { table } = await receiveTable(deps, input)
      const a = await read(db, courseId, params.asgn_id)
      const names = await findHiddenNames(db, { courseId, assignmentId: a.id })
      const options = { courseId, a, names, by: viewer._id, ...tableAsked(query) }
      const { plan, grades } = await planOffline(db, table, options)
      if (query.dry_run === 'true') return plan
      const about = { _id: a.id, title: a.name }
      const ids = grades.map(({ id }) => id)
      const applied = await write(deps, input, { kind: 'marking_imported', about, grades: ids }, async (trx) => {
        const current = await planOffline(trx, table, { ...options, a: await read(trx, courseId, a.id) })
        const refuse = () => {
          throw new Refusal('conflict', { message: 'Works were graded since.', current: current.plan })
        }
        if (query.digest !== undefined && current.plan.digest !== query.digest) refuse()
        const saved = await saveGrades(trx, courseId, current.grades, viewer._id, now())
        if (saved.size < current.grades.length) refuse()
        await keepCount(trx, courseId, saved.size)
        return current.plan
      })
      return applied ?? plan
    },
  }
}
