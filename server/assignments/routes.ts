import { dueWindowHours } from '../../contract/assignments.ts'
import type { contract } from '../../contract/index.ts'
import type { MemberGrant } from '../access/rules.ts'
import type { Deps } from '../deps.ts'
import { found } from '../errors.ts'
import { signReceipt } from '../receipts/receipt.ts'
import { type Handlers, Written, writeList } from '../serve.ts'
import type { Versioned } from '../shared.ts'
import { getDone, isDone } from './done.ts'
import { getDraft, keepDraft } from './drafts.ts'
import {
  findAssignment,
  findAssignments,
  findWork,
  getAttempts,
  getOwn,
  getSubmitted,
  type SubmittedRow,
} from './queries.ts'
import { handsIn } from './rules.ts'
import { beginAssignment, factsOf, shownAssignment, shownSubmission, shownSummary } from './shown.ts'
import { handIn } from './submit.ts'

export function assignmentRoutes(deps: Deps): Handlers<typeof contract.assignments> {
  const { db, shared, now, live, fileKey, receiptKey } = deps
  const receiptOf = (s: SubmittedRow) => ({
    _id: s.id,
    datetime: s.submitted_at,
    digest: s.digest,
    attempt: s.attempt,
    receipt: signReceipt(receiptKey, factsOf(s)),
  })
  const assignmentOf = async ({ viewer, role, ...course }: MemberGrant, id: string) => {
    const own = await getOwn(db, course.courseId, id, viewer._id)
    const [[assignment] = []] = await shared.rows(`assignment ${id.toLowerCase()}`, [course], async () =>
      (await findAssignment(db, course.courseId, id)).map(beginAssignment),
    )
    return new Written(shownAssignment(found(assignment), own, { role, now: now(), fileKey }))
  }
  const listOf = async (course: Versioned) => {
    const [list = []] = await shared.rows('assignments', [course], () => findAssignments(db, course.courseId))
    return list
  }
  return {
    async mine({ viewer, ...course }) {
      const work = await findWork(db, course.courseId, viewer._id)
      return writeList((await listOf(course)).map((a) => shownSummary(a, work, viewer._id)))
    },
    async due({ viewer, role, ...course }) {
      if (!handsIn(role)) return []
      const at = now()
      const until = new Date(at.getTime() + dueWindowHours * 3_600_000)
      const done = await getDone(db, course.courseId, viewer._id)
      return (await listOf(course)).flatMap((a) =>
        a.due_at && a.due_at > at && a.due_at <= until && !isDone(done, viewer._id, a)
          ? { _id: a.id, assignment_name: a.name, assignment_due: a.due_at }
          : [],
      )
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
