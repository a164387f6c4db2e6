import type { contract } from '../../contract/index.ts'
import { PlannedRelease, plannedMost } from '../../contract/staff/releases.ts'
import { findAssignment } from '../assignments/queries.ts'
import { write } from '../changes/write.ts'
import type { Db } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { found, Refusal } from '../errors.ts'
import { ownersNamed } from '../hiddenNames/queries.ts'
import type { Handlers } from '../serve.ts'
import { cancelRelease, countOf, findPlanned, findRelease, moveRelease, planRelease } from './queries.ts'
import { showGrades } from './show.ts'

type Release = Pick<Handlers<typeof contract.submissions>, 'release'>

/** The release of grades, now or at a time. */
export function releaseRoutes(deps: Deps): Handlers<typeof contract.releases> & Release {
  const { db, now } = deps

  const aboutOf = async (courseId: string, id: string) => ({
    _id: id,
    title: found((await findAssignment(db, { courseId, audience: 'staff' }, id))[0]).name,
  })
  async function getPlanned(from: Db, courseId: string, assignmentId: string, id: string): Promise<PlannedRelease> {
    return found((await findPlanned(from, { courseId, assignmentId })).find(({ _id }) => _id === id))
  }
  /** @throws invalid */
  function toCome(at: string): Date {
    const time = new Date(at)
    if (time <= now()) throw new Refusal('invalid', { fields: { at: 'must be to come' } })
    return time
  }

  return {
    async release(input) {
      const { courseId, can, newId, params, body } = input
      const { shown } = body
      const assignmentId = params.asgn_id
      const about = await aboutOf(courseId, assignmentId)
      const named = body.people === 'all' ? null : await ownersNamed(db, { courseId, assignmentId }, body.people, can)
      const owners = named && [...new Set(named)]
      if (body.at) {
        if (!shown) throw new Refusal('invalid', { fields: { at: 'is of a release' } })
        const id = newId()
        const [row, at] = [{ course_id: courseId, id, assignment_id: assignmentId, owners }, body.at]
        await write(deps, input, { kind: 'release_planned', about }, async (trx) => {
          if ((await findPlanned(trx, { courseId, assignmentId })).length >= plannedMost) throw new Refusal('too_many')
          await planRelease(trx, { ...row, release_at: toCome(at) })
        })
        // A repeated request may come after the time.
        return { works: 0, planned: await findRelease(db, courseId, id) }
      }
      let works: number | undefined
      await write(deps, input, { kind: shown ? 'grades_released' : 'grades_hidden', about }, async (trx) => {
        works = await showGrades(trx, { courseId, assignmentId, owners, shown, at: now() })
      })
      // A repeated request returns the number of the first one.
      works ??= await countOf(db, courseId, newId())
      return { works }
    },
    async planned({ courseId, params: { asgn_id: assignmentId } }) {
      await aboutOf(courseId, assignmentId)
      return { items: await findPlanned(db, { courseId, assignmentId }) }
    },
    async move(input) {
      const { courseId, params, body, revision } = input
      const { asgn_id: assignmentId, release_id: id } = params
      const [about, at] = [await aboutOf(courseId, assignmentId), toCome(body.at)]
      await getPlanned(db, courseId, assignmentId, id)
      await write(deps, input, { kind: 'release_moved', about }, async (trx) => {
        if (await moveRelease(trx, courseId, { _id: id, revision }, at)) return
        const current = await getPlanned(trx, courseId, assignmentId, id)
        throw new Refusal('conflict', { current: PlannedRelease.parse(current) })
      })
      return getPlanned(db, courseId, assignmentId, id)
    },
    async cancel(input) {
      const { courseId, params, revision } = input
      const { asgn_id: assignmentId, release_id: id } = params
      const about = await aboutOf(courseId, assignmentId)
      await getPlanned(db, courseId, assignmentId, id)
      await write(deps, input, { kind: 'release_cancelled', about }, async (trx) => {
        if (await cancelRelease(trx, courseId, { _id: id, revision })) return
        const current = await getPlanned(trx, courseId, assignmentId, id)
        throw new Refusal('conflict', { current: PlannedRelease.parse(current) })
      })
      return { _id: id }
    },
  }
}
