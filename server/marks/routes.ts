import type { contract } from '../../contract/index.ts'
import { Mark } from '../../contract/staff/marks.ts'
import { thingWriters } from '../changes/things.ts'
import type { Deps } from '../deps.ts'
import { found } from '../errors.ts'
import type { Handlers } from '../serve.ts'
import { findMarks, getMark, getMarked, getShownMarks, refuseTooManyMarks } from './queries.ts'
import { refuseOtherShape } from './rules.ts'

/** The marks that graders draw and write on submitted work. */
export function markRoutes(deps: Deps): Handlers<typeof contract.marks> {
  const { db, now } = deps
  /** The writers of the marks of one submission. */
  const writersOf = (submissionId: string) =>
    thingWriters(deps, {
      ...{ noun: 'mark', table: 'marks', schema: Mark },
      read: (from, { courseId }, id) => getMark(from, { courseId, submissionId, id }),
    })
  return {
    list: async ({ courseId, params }) => found(await findMarks(db, courseId, params.submission_id)),
    shown: ({ viewer, courseId, params: { asgn_id: assignmentId, submission_id: id } }) =>
      getShownMarks(db, { courseId, assignmentId, id, personId: viewer._id }),
    async create(input) {
      const { viewer, courseId, body, params } = input
      const { submission_id } = params
      refuseOtherShape(body.kind, body.shape)
      const { title } = await getMarked(db, { courseId, submissionId: submission_id, field: body.field })
      const columns = { ...body, shape: JSON.stringify(body.shape), submission_id, author_id: viewer._id }
      return writersOf(submission_id).create(
        input,
        { ...columns, created_at: now() },
        { title, andThen: (trx) => refuseTooManyMarks(trx, courseId, submission_id) },
      )
    },
    async edit(input) {
      const { courseId, body, params } = input
      const { submission_id: submissionId, mark_id: id } = params
      const before = await getMark(db, { courseId, submissionId, id })
      const { shape = before.shape, comment = before.comment, colour = before.colour } = body
      refuseOtherShape(before.kind, shape)
      const { title } = await getMarked(db, { courseId, submissionId, field: before.field })
      return writersOf(submissionId).edit(input, id, { shape: JSON.stringify(shape), comment, colour }, { title })
    },
    async remove(input) {
      const { courseId, params } = input
      const { submission_id: submissionId, mark_id: id } = params
      const { field } = await getMark(db, { courseId, submissionId, id })
      const { title } = await getMarked(db, { courseId, submissionId, field })
      return writersOf(submissionId).remove(input, id, { title })
    },
  }
}
