import type { contract } from '../../contract/index.ts'
import type { MemberGrant } from '../access/rules.ts'
import type { Deps } from '../deps.ts'
import { signReceipt } from '../receipts/receipt.ts'
import type { Handlers } from '../serve.ts'
import { getDraft, keepDraft } from './drafts.ts'
import { findDue, findMyAssignments, getAssignment, getAttempts, getSubmitted, type SubmittedRow } from './queries.ts'
import { handsIn } from './rules.ts'
import { factsOf, shownAssignment, shownSubmission, shownSummary } from './shown.ts'
import { handIn } from './submit.ts'

export function assignmentRoutes(deps: Deps): Handlers<typeof contract.assignments> {
  const { db, now, live, fileKey, receiptKey } = deps
  const receiptOf = (s: SubmittedRow) => ({
    _id: s.id,
    datetime: s.submitted_at,
    digest: s.digest,
    attempt: s.attempt,
    receipt: signReceipt(receiptKey, factsOf(s)),
  })
  const assignmentOf = async ({ courseId, viewer, role }: MemberGrant, id: string) =>
    shownAssignment(await getAssignment(db, courseId, id, viewer._id), { role, now: now(), fileKey })
  return {
    async mine({ courseId, viewer }) {
      return (await findMyAssignments(db, courseId, viewer._id)).map(shownSummary)
    },
    async due({ courseId, viewer, role }) {
      const rows = handsIn(role) ? await findDue(db, courseId, viewer._id, now()) : []
      return rows.map((a) => ({ _id: a.id, assignment_name: a.name, assignment_due: a.due_at }))
    },
    one: (input) => assignmentOf(input, input.params.asgn_id),
    my: (input) => assignmentOf(input, input.params.asgn_id),
    async submit({ courseId, viewer, role, params, body, newId }) {
      const whose = { courseId, assignmentId: params.asgn_id, viewer, role }
      const { submitted, news } = await handIn(db, { ...whose, id: newId(), now: now(), form: body })
      await Promise.all(news.map(live.publish))
      return receiptOf(submitted)
    },
    async attempts({ courseId, viewer, params }) {
      const rows = await getAttempts(db, courseId, params.asgn_id, viewer._id)
      return rows.map((s) => shownSubmission(s, { now: now(), fileKey }))
    },
    async receipt({ courseId, viewer, params }) {
      const { asgn_id: assignmentId, submission_id: id } = params
      return receiptOf(await getSubmitted(db, { courseId, assignmentId, id, personId: viewer._id }))
    },
    draft: ({ courseId, viewer, params }) =>
      getDraft(db, { courseId, assignmentId: params.asgn_id, personId: viewer._id }),
    async saveDraft({ courseId, viewer, params, body }) {
      const whose = { courseId, assignmentId: params.asgn_id, personId: viewer._id }
      const draft = await keepDraft(db, { ...whose, fields: body.fields, now: now() })
      const [person_id, assignment_id] = [viewer._id, params.asgn_id]
      await live.publish({ kind: 'draft_changed', person_id, course_id: courseId, assignment_id })
      return draft
    },
  }
}
