import { Regrade, type Regrade as RegradeShown, regradesMost } from '../../contract/feedback.ts'
import type { contract } from '../../contract/index.ts'
import { recordActivity } from '../activity/record.ts'
import { seed } from '../changes/change.ts'
import { write } from '../changes/write.ts'
import type { Deps } from '../deps.ts'
import { found, notFound, Refusal } from '../errors.ts'
import { getWork } from '../grading/queries.ts'
import type { LiveEvent } from '../live.ts'
import type { Handlers } from '../serve.ts'
import { fullNameOf } from '../users/name.ts'
import { pointsOfPart, readGraded, shownGrade } from './graded.ts'
import {
  addRegrade,
  findAsked,
  findMembers,
  findRegrades,
  getRegrade,
  getShown,
  type ShownRow,
  writeAnswer,
} from './queries.ts'
import { askUntil } from './rules.ts'

/** How a grade came about, as students see it, and their regrade requests. */
export function feedbackRoutes(deps: Deps): Handlers<typeof contract.feedback> {
  const { db, now, live } = deps
  return {
    async shown({ viewer, courseId, archived, params, query }) {
      const mine = { courseId, assignmentId: params.asgn_id, personId: viewer._id, id: query.submission_id }
      const shown = await getShown(db, mine)
      if (!shown.show) return null
      const graded = await readGraded(db, courseId, shown.id)
      return {
        ...{ submission_id: shown.id, ...shownGrade(graded, shown), marks: shown.marks },
        ask_until: archived ? null : askUntil(shown, now()),
        regrades: ownOf(shown),
      }
    },
    async ask({ viewer, courseId, params, body, newId, arrivedAt: at }) {
      const { asgn_id: assignmentId, submission_id: submissionId } = params
      const id = newId()
      const mine = { courseId, assignmentId, personId: viewer._id, id: submissionId }
      const shown = await getShown(db, mine)
      const kept = ownOf(shown).find(({ _id }) => _id === id)
      if (kept) return kept
      if (!shown.show) throw notFound()
      if (!askUntil(shown, at)) throw new Refusal('conflict', { message: 'The days to ask about this grade are over.' })
      const points = pointsOfPart(await readGraded(db, courseId, submissionId), body.part)
      const events = await seed(db, async (trx): Promise<LiveEvent[]> => {
        const asked = { courseId, id, submissionId, by: viewer._id, at, points, ...body }
        if (!(await addRegrade(trx, asked))) return refuseUnkept(ownOf(await getShown(trx, mine)), body.part, id)
        const members = await findMembers(trx, courseId, submissionId)
        const about = { kind: 'course_changed', course_id: courseId, parts: ['work'] } as const
        return [
          ...(await recordActivity(trx, {
            ...{ course_id: courseId, kind: 'regrade_asked', subject_id: id, actor_id: viewer._id, created_at: at },
            params: { person: fullNameOf(viewer) },
            people: await findAsked(trx, courseId, submissionId),
          })),
          { ...about, audience: 'staff' },
          ...members.map((person_id): LiveEvent => ({ ...about, person_id, thing: assignmentId })),
        ]
      })
      live.tell(...events)
      return found(ownOf(await getShown(db, mine)).find(({ _id }) => _id === id))
    },
    async regrades({ courseId, params }) {
      await getWork(db, courseId, params.submission_id)
      return findRegrades(db, courseId, params.submission_id)
    },
    async answer(input) {
      const { viewer, courseId, params, body } = input
      const { submission_id: submissionId, regrade_id: id } = params
      const { part } = await getRegrade(db, courseId, submissionId, id)
      const graded = await readGraded(db, courseId, submissionId)
      // A removed part has no points.
      const isThere = graded.sum.parts.some((one) => one.part === part)
      const points = isThere ? pointsOfPart(graded, part) : null
      const by = { by: viewer._id, at: now(), gradeRevision: body.grade_revision }
      const answer = { courseId, id, text: body.text, points, ...by }
      const about = { _id: submissionId, title: graded.a.name }
      await write(deps, input, { kind: 'regrade_answered', about }, async (trx) => {
        if (await writeAnswer(trx, answer)) return
        const current = await getRegrade(trx, courseId, submissionId, id)
        // The points of a grade that the person did not see would go out under their name.
        if (!current.answer) throw new Refusal('conflict', { message: 'The grade was changed meanwhile.' })
        throw new Refusal('conflict', { current: Regrade.parse(current) })
      })
      return getRegrade(db, courseId, submissionId, id)
    },
  }
}

/** A request as the person sees it: a member with a score of their own does not see the group's points. */
const ownOf = ({ regrades, own }: ShownRow): RegradeShown[] =>
  own === null
    ? regrades
    : regrades.map(({ answer, ...one }) => ({ ...one, ...unknown, answer: answer && { ...answer, ...unknown } }))
const unknown = { score: null, points: null }

/** Why a request was not kept; nothing, where the same one came at the same moment. @throws conflict, too_many */
function refuseUnkept(regrades: RegradeShown[], part: string, id: string): [] {
  const waits = regrades.find((one) => one.part === part && !one.answer)
  if (waits?._id === id) return []
  if (waits) throw new Refusal('conflict', { current: Regrade.parse(waits) })
  throw new Refusal('too_many', { message: `A submission has at most ${regradesMost} requests.` })
}
