import { dueWindowHours } from '../../contract/assignments.ts'
import type { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import { found } from '../errors.ts'
import { signReceipt } from '../receipts/receipt.ts'
import { type Handlers, Written, withOwn, writeList } from '../serve.ts'
import type { Versioned } from '../shared.ts'
import { type Done, doneColumns, isDone } from './done.ts'
import { keepDraft, shownDraft } from './drafts.ts'
import {
  findAssignment,
  findAssignments,
  getAttempts,
  getSubmitted,
  type HandInRow,
  handInColumns,
  type OwnRow,
  ownColumns,
  type SubmittedRow,
  type Typed,
  typedColumns,
  type WorkRow,
  workColumns,
} from './queries.ts'
import { handsIn, namedUploads } from './rules.ts'
import { beginAssignment, factsOf, shownAssignment, shownSubmission, shownSummary } from './shown.ts'
import { handIn } from './submit.ts'

type Assignments = typeof contract.assignments

export function assignmentRoutes(deps: Deps): Handlers<Assignments> {
  const { db, shared, now, live, fileKey, receiptKey } = deps
  const receiptOf = (s: SubmittedRow) => ({
    _id: s.id,
    datetime: s.submitted_at,
    digest: s.digest,
    attempt: s.attempt,
    receipt: signReceipt(receiptKey, factsOf(s)),
  })
  const getAssignment = async (course: Versioned, id: string) => {
    const [assignment] = await shared.one(`assignment ${id}`, course, async () =>
      (await findAssignment(db, course.courseId, id)).map(beginAssignment),
    )
    return found(assignment)
  }
  const one = withOwn<Assignments['one' | 'my'], { mine: OwnRow | null }>(
    ({ params }) => ownColumns(params.asgn_id),
    async ({ role, own: { mine }, params, ...course }) => {
      const own = found(mine ?? undefined)
      const assignment = await getAssignment(course, params.asgn_id)
      return new Written(shownAssignment(assignment, own, { role, now: now(), fileKey }))
    },
  )
  const listOf = (course: Versioned) => shared.one('assignments', course, () => findAssignments(db, course.courseId))
  return {
    mine: withOwn<Assignments['mine'], WorkRow>(
      () => workColumns,
      async ({ own, viewer, ...course }) =>
        writeList((await listOf(course)).map((a) => shownSummary(a, own, viewer._id))),
    ),
    due: withOwn<Assignments['due'], Done>(
      () => doneColumns(),
      async ({ own, viewer, role, ...course }) => {
        if (!handsIn(role)) return []
        const at = now()
        const until = new Date(at.getTime() + dueWindowHours * 3_600_000)
        return (await listOf(course)).flatMap((a) =>
          a.due_at && a.due_at > at && a.due_at <= until && !isDone(own, viewer._id, a)
            ? { _id: a.id, assignment_name: a.name, assignment_due: a.due_at }
            : [],
        )
      },
    ),
    one,
    my: one,
    submit: withOwn<Assignments['submit'], { mine: HandInRow | null }>(
      ({ params, body, newId }) =>
        handInColumns({ assignmentId: params.asgn_id, id: newId(), uploads: namedUploads(body) }),
      async ({ viewer, role, own: { mine }, params, body, newId, arrivedAt, ...course }) => {
        const own = found(mine ?? undefined)
        const assignment = await getAssignment(course, params.asgn_id)
        const handedIn = { assignment, own, viewer, role, id: newId(), now: arrivedAt, form: body }
        const { submitted, news } = await handIn(db, handedIn)
        live.tell(...news)
        return receiptOf(submitted)
      },
    ),
    async attempts({ courseId, viewer, params }) {
      const rows = await getAttempts(db, courseId, params.asgn_id, viewer._id)
      return rows.map((s) => shownSubmission(s, { now: now(), fileKey }))
    },
    async receipt({ courseId, viewer, params }) {
      const { asgn_id: assignmentId, submission_id: id } = params
      return receiptOf(await getSubmitted(db, { courseId, assignmentId, id, personId: viewer._id }))
    },
    draft: withOwn<Assignments['draft'], OwnTyped>(
      ({ params }) => typedColumns(params.asgn_id),
      ({ own: { typed } }) => shownDraft(db, found(typed ?? undefined)),
    ),
    saveDraft: withOwn<Assignments['saveDraft'], OwnTyped>(
      ({ params }) => typedColumns(params.asgn_id),
      async ({ viewer, params, body, own, ...course }) => {
        const mine = { courseId: course.courseId, assignmentId: params.asgn_id, personId: viewer._id }
        const typed = found(own.typed ?? undefined)
        const sheet = await getAssignment(course, params.asgn_id)
        const draft = await keepDraft(db, { ...mine, sheet, typed, fields: body.fields, now: now() })
        const [person_id, assignment_id] = [viewer._id, params.asgn_id]
        live.tell({ kind: 'draft_changed', person_id, course_id: course.courseId, assignment_id })
        return draft
      },
    ),
  }
}

interface OwnTyped {
  typed: Typed | null
}
