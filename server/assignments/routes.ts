import { dueWindowHours } from '../../contract/assignments.ts'
import { contract } from '../../contract/index.ts'
import type { MemberGrant } from '../access/rules.ts'
import type { CourseView } from '../cache.ts'
import { pageOf } from '../db/page.ts'
import type { Deps } from '../deps.ts'
import { found, Refusal, refuseUnless } from '../errors.ts'
import { acceptByWorking } from '../groups/members.ts'
import { idOf } from '../ids.ts'
import { setPresence } from '../presence/queries.ts'
import { isOutBy } from '../publishing/rules.ts'
import { signReceipt } from '../receipts/receipt.ts'
import { type Handlers, withOwn } from '../serve.ts'
import { findLateAllowances } from './allowances.ts'
import { authoringRoutes } from './authoring.ts'
import { findCounting, findExcused, findPutIn } from './countingQueries.ts'
import { type Typed, typedColumns } from './draftQueries.ts'
import { getWriters, keepDraft, shownDraft } from './drafts.ts'
import { getVersions, withoutGoneFiles } from './draftVersions.ts'
import { type HandInRow, handInColumns } from './handInQueries.ts'
import { listedAssignment, ownList, shownSummary, usedDays } from './list.ts'
import { getOwn } from './owner.ts'
import { dueColumns, type OwnRow, ownColumns, type WorkRow, workColumns } from './ownQueries.ts'
import { findAssignment, findAssignments } from './queries.ts'
import { handsIn, maySubmit, namedUploads, whyNotSubmit } from './rules.ts'
import {
  commonAssignment,
  factsOf,
  fieldsFor,
  noneTaken,
  noPenalty,
  onTermsOf,
  shownAssignment,
  shownSubmission,
} from './shown.ts'
import { startAttempt } from './startAttempt.ts'
import { getAttempt, getAttempts, getSubmitted, type SubmissionRow, type SubmittedRow } from './submissionQueries.ts'
import { handIn } from './submit.ts'
import { isSubmitted, type Submitted } from './submitted.ts'
import { endOf, type Terms } from './terms.ts'
import { handInOver } from './timeUp.ts'
import { termsOfWork, withWorkTerms } from './workTerms.ts'

type Assignments = typeof contract.assignments

export function assignmentRoutes(deps: Deps): Handlers<Assignments> {
  const { db, cache, now, live, fileKey, receiptKey } = deps
  const receiptOf = (s: SubmittedRow) => ({
    _id: s.id,
    datetime: s.submitted_at,
    digest: s.digest,
    attempt: s.attempt,
    late: s.late,
    receipt: signReceipt(receiptKey, factsOf(s)),
  })
  const getAssignment = async (course: CourseView, id: string) => {
    const [assignment] = await cache.one(
      contract.assignments.one,
      course,
      async () => (await findAssignment(db, course, id)).map(commonAssignment),
      { section: null, of: id },
    )
    return found(assignment)
  }
  /** The assignment on the person's own terms. */
  async function getOwnAssignment(member: Member, id: string, { allowances }: Pick<OwnRow, 'allowances'>) {
    const assignment = await getAssignment(member, id)
    if (!handsIn(member.role)) return assignment
    if (assignment.late_rule.kind !== 'bank') return onTermsOf(assignment, allowances)
    // Only a bank of late days makes one assignment depend on all the others.
    const mine = { courseId: member.courseId, personId: member.viewer._id }
    const [work, list] = await Promise.all([getOwn<WorkRow>(db, mine, workColumns), listOf(member)])
    return onTermsOf(assignment, allowances, usedDays(list, await withWorkTerms(db, mine, { list, own: work }), id))
  }
  const one = withOwn<Assignments['one' | 'my'], { mine: OwnRow | null }>(
    ({ params }) => ownColumns(params.asgn_id),
    async ({ role, archived, own: row, params: { asgn_id }, ...view }) => {
      const own = found(row.mine ?? undefined)
      const assignment = await getOwnAssignment({ ...view, role }, asgn_id, own)
      const { submission } = own
      const isOfGroup = submission !== null && submission.owner_id !== view.viewer._id
      const then = isOfGroup ? await termsOfWork(db, assignment, submission) : undefined
      const mine = { courseId: view.courseId, personId: view.viewer._id }
      const all = shownAssignment(assignment, own, { role, archived, now: now(), fileKey }, then)
      const excused = await findExcused(db, mine, 'penalty' in all || 'penalty_now' in all ? [asgn_id] : [])
      const isTaken = isOfGroup && 'penalty' in all && assignment.late_rule.kind === 'bank'
      const putIn = await findPutIn(db, mine, isTaken ? [submission.id] : [])
      const shown = { ...all, ...(putIn.has(asgn_id) && noneTaken), ...(excused.has(asgn_id) && noPenalty) }
      if (assignment.counts === 'latest' || !own.submission) return shown
      const counting = await findCounting(db, mine, [asgn_id])
      return { ...shown, counting: counting.get(asgn_id) }
    },
  )
  /** The fields of the assignment for the draft's owner. */
  const fieldsOf = async (course: CourseView, id: string, typed: Typed | null) =>
    fieldsFor(await getAssignment(course, id), found(typed ?? undefined).owner_id)
  async function beginNow(courseId: string, assignmentId: string, { own, terms, by, at }: Beginning) {
    const attempt = own.used + 1
    const ownerId = found(own.owner_id ?? undefined)
    if (own.waits) await acceptByWorking(db, { courseId, groupId: ownerId, personId: by })
    const started_at = await startAttempt(db, { courseId, assignmentId, ownerId, attempt, by, at })
    const event = { kind: 'course_changed', course_id: courseId, parts: ['work'], thing: assignmentId } as const
    live.tell(...[by, ...own.others].map((person_id) => ({ ...event, person_id })))
    return { attempt, started_at, ends_at: endOf(terms, started_at) }
  }
  const listOf = (course: CourseView) =>
    cache.one(
      contract.assignments.mine,
      course,
      async () => (await findAssignments(db, course)).map((row) => listedAssignment(row, course.audience)),
      { section: null },
    )
  return {
    mine: withOwn<Assignments['mine'], WorkRow>(
      () => workColumns,
      async ({ own, role, ...view }) => {
        const list = await listOf(view)
        const asked = list
          .filter(({ id, counts }) => counts !== 'latest' && own.latest.some((one) => one.assignment_id === id))
          .map(({ id }) => id)
        const mine = { courseId: view.courseId, personId: view.viewer._id }
        const counting = await findCounting(db, mine, asked)
        const work = await withWorkTerms(db, mine, { list, own })
        const shown = (handsIn(role) ? ownList(list, work) : list).map((a) =>
          shownSummary(a, work, { role, now: now() }),
        )
        const late = shown.flatMap((one) => ('penalty' in one ? [one._id] : []))
        const hasBank = list.some(({ dates }) => dates.late_rule.kind === 'bank')
        const isTaken = (id: string) => hasBank && late.includes(id)
        const ofGroups = work.latest.flatMap((one) => (isTaken(one.assignment_id) && one.of_group) || [])
        const [excused, putIn] = await Promise.all([findExcused(db, mine, late), findPutIn(db, mine, ofGroups)])
        return shown.map((one) => ({
          ...one,
          ...(putIn.has(one._id) && noneTaken),
          ...(excused.has(one._id) && noPenalty),
          ...(counting.has(one._id) && { counting: counting.get(one._id) }),
        }))
      },
    ),
    due: withOwn<Assignments['due'], Submitted & Pick<WorkRow, 'allowances'>>(
      () => dueColumns,
      async ({ own, role, ...view }) => {
        const at = now()
        const until = new Date(at.getTime() + dueWindowHours * 3_600_000)
        const list = await listOf(view)
        return (handsIn(role) ? ownList(list, { ...own, latest: [] }) : list).flatMap(
          ({ id, name, publish_at, terms: { due } }) =>
            isOutBy({ publish_at }, at) && due && due > at && due <= until && !(handsIn(role) && isSubmitted(own, id))
              ? { _id: id, assignment_name: name, assignment_due: due }
              : [],
        )
      },
    ),
    one,
    my: one,
    submit: withOwn<Assignments['submit'], { mine: HandInRow | null }>(
      ({ params, body, newId }) =>
        handInColumns({ assignmentId: params.asgn_id, id: newId(), uploads: namedUploads(body) }),
      async ({ viewer, role, own: { mine }, params, query, body, newId, arrivedAt, request, ...view }) => {
        const own = found(mine ?? undefined)
        const assignment = await getOwnAssignment({ ...view, viewer, role }, params.asgn_id, own)
        const { terms } = assignment
        const used = own.last?.attempt ?? 0
        const begun = own.begun === null ? null : new Date(own.begun)
        // A client that does not know time limits has no other way to begin. Of one that can send safely again, what comes
        // late or twice may be of an attempt that is over: after the first one, the next begins with a press.
        const knows = query.attempt !== undefined || (used > 0 && request.headers['idempotency-key'] !== undefined)
        if (!knows && whyNotSubmit(terms, { ...own, role, used, begun }, arrivedAt) === 'not_begun')
          await beginNow(view.courseId, params.asgn_id, { own: { ...own, used }, terms, by: viewer._id, at: arrivedAt })
        const attempt = query.attempt === undefined ? undefined : Number(query.attempt)
        const handedIn = { assignment, own, viewer, role, id: newId(), now: arrivedAt, form: body, attempt }
        const { submitted, events } = await handIn(db, handedIn)
        live.tell(...events)
        return receiptOf(submitted)
      },
    ),
    begin: withOwn<Assignments['begin'], { mine: OwnRow | null }>(
      ({ params }) => ownColumns(params.asgn_id),
      async ({ viewer, role, own: { mine }, params, arrivedAt, ...view }) => {
        const own = found(mine ?? undefined)
        const { terms } = await getOwnAssignment({ ...view, viewer, role }, params.asgn_id, own)
        if (terms.minutes === null) throw new Refusal('conflict', { message: 'There is no time limit.' })
        const hands = { ...own, role, begun: own.begun === null ? null : new Date(own.begun) }
        if (whyNotSubmit(terms, hands, arrivedAt) !== 'not_begun') refuseUnless(maySubmit(terms, hands, arrivedAt))
        const waits = own.invitation !== null
        return beginNow(view.courseId, params.asgn_id, {
          ...{ own: { ...own, waits }, terms, by: viewer._id, at: arrivedAt },
        })
      },
    ),
    async attempts({ viewer, params, query, ...view }) {
      const { courseId } = view
      const mine = { courseId, assignmentId: params.asgn_id, personId: viewer._id }
      const { attempts, left, drafter_id } = await getAttempts(db, mine, query)
      const assignment = await getAssignment(view, params.asgn_id)
      const { items, next } = pageOf(attempts, query.limit, left)
      const works = items.map(({ submission }) => submission)
      const allowances = await findLateAllowances(db, assignment, works)
      const shown = (row: SubmissionRow) =>
        shownSubmission(row, onTermsOf(assignment, allowances.get(row.id) ?? null), drafter_id, { now: now(), fileKey })
      return { items: works.map(shown), next }
    },
    async attempt({ viewer, params, ...view }) {
      const { asgn_id: assignmentId, submission_id: id } = params
      const mine = { courseId: view.courseId, assignmentId, id, personId: viewer._id }
      const { attempt, people, files, drafter_id, allowances } = await getAttempt(db, mine)
      const assignment = onTermsOf(await getAssignment(view, assignmentId), allowances)
      return { ...shownSubmission(attempt, assignment, drafter_id, { now: now(), fileKey }), people, files }
    },
    async receipt({ viewer, params, ...view }) {
      const { courseId } = view
      const { asgn_id: assignmentId, submission_id: id } = params
      await getAssignment(view, assignmentId)
      return receiptOf(await getSubmitted(db, { courseId, assignmentId, id, personId: viewer._id }))
    },
    draft: withOwn<Assignments['draft'], OwnTyped>(
      ({ params }) => typedColumns(params.asgn_id),
      async ({ own: { typed }, params, ...view }) =>
        shownDraft(db, await fieldsOf(view, params.asgn_id, typed), found(typed ?? undefined)),
    ),
    saveDraft: withOwn<Assignments['saveDraft'], OwnTyped>(
      ({ params }) => typedColumns(params.asgn_id),
      async ({ viewer, params, body, own, arrivedAt, ...view }) => {
        const { courseId } = view
        const mine = { courseId, assignmentId: params.asgn_id, personId: viewer._id }
        const sheetFor = async (typed: Typed) => {
          // What the person typed alone, or for another group, stays out of the group's draft: others may have put them
          // into the group.
          if (body.owner_id !== undefined && body.owner_id !== typed.owner_id) throw new Refusal('conflict')
          const sheet = await fieldsOf(view, params.asgn_id, typed)
          // An edit after the end of the attempt does not belong to it.
          if (sheet.time_limit !== null) await handInOver(db, arrivedAt, { ...mine, ownerId: typed.owner_id })
          return sheet
        }
        const keeping = { ...mine, sheetFor, typed: found(own.typed ?? undefined), saves: body.saves, now: now() }
        const { draft, others } = await keepDraft(db, keeping)
        const event = { kind: 'draft_changed', course_id: courseId, assignment_id: params.asgn_id } as const
        live.tell(...[viewer._id, ...others].map((person_id) => ({ ...event, person_id })))
        return draft
      },
    ),
    draftWriters: withOwn<Assignments['draftWriters'], OwnTyped>(
      ({ params }) => typedColumns(params.asgn_id),
      async ({ viewer, params: { asgn_id }, body, own, ...view }) => {
        const { courseId } = view
        await getAssignment(view, asgn_id)
        const { owner_id, others } = found(own.typed ?? undefined)
        if (owner_id === viewer._id) return []
        const at = { courseId, about: idOf('draft', asgn_id, owner_id) }
        if (await setPresence(db, { ...at, personId: viewer._id }, { doing: body.here ? 'editing' : null }, now())) {
          const event = { kind: 'draft_changed', course_id: courseId, assignment_id: asgn_id } as const
          live.tell(...others.map((person_id) => ({ ...event, person_id })))
        }
        return getWriters(db, { ...at, groupId: owner_id, now: now() })
      },
    ),
    draftVersions: withOwn<Assignments['draftVersions'], OwnTyped>(
      ({ params }) => typedColumns(params.asgn_id),
      async ({ viewer, params, query, own, ...view }) => {
        const { courseId } = view
        await getAssignment(view, params.asgn_id)
        const mine = { courseId, assignmentId: params.asgn_id, personId: viewer._id }
        const { owner_id } = found(own.typed ?? undefined)
        const { items, next } = await getVersions(db, mine, owner_id, query)
        return { items: await withoutGoneFiles(db, items), next }
      },
    ),
    ...authoringRoutes(deps),
  }
}

type Member = CourseView & Pick<MemberGrant, 'viewer' | 'role'>

interface Beginning {
  own: Pick<OwnRow, 'owner_id' | 'used' | 'others'> & Pick<HandInRow, 'waits'>
  terms: Terms
  by: string
  at: Date
}

interface OwnTyped {
  typed: Typed | null
}
