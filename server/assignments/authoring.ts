import { Assignment } from '../../contract/assignments.ts'
import { assignmentsMost, type assignmentWrites } from '../../contract/staff/assignments.ts'
import type { MemberGrant } from '../access/rules.ts'
import { thingWriters } from '../changes/things.ts'
import { writeOrTry } from '../changes/write.ts'
import type { Db } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { found, Refusal } from '../errors.ts'
import { followPoints } from '../gradebook/writes.ts'
import { withParts } from '../grading/changed.ts'
import { sumsOf } from '../grading/sums.ts'
import { findHiddenNames } from '../hiddenNames/queries.ts'
import { idOf } from '../ids.ts'
import type { Handlers } from '../serve.ts'
import { checkOf } from './authoringCheck.ts'
import { copySheets, findSources, isFull, isGrouping } from './authoringQueries.ts'
import { columnsOf, invalid, nothing, sheetOf } from './authoringRules.ts'
import { writeQuestions, writeSlots } from './edit.ts'
import { getOwn } from './owner.ts'
import { type OwnRow, ownColumns } from './ownQueries.ts'
import { keepSheetPictures } from './pictures.ts'
import { findAssignment } from './queries.ts'
import { commonAssignment, shownAssignment } from './shown.ts'

/** What staff do with the assignments of a course. */
export function authoringRoutes(deps: Deps): Handlers<typeof assignmentWrites> {
  const { db, now, fileKey } = deps

  const rowOf = async (from: Db, grant: MemberGrant, id: string) => found((await findAssignment(from, grant, id))[0])
  async function read(from: Db, grant: MemberGrant, id: string) {
    const assignment = commonAssignment(await rowOf(from, grant, id))
    const mine = { courseId: grant.courseId, personId: grant.viewer._id }
    const own = await getOwn<{ mine: OwnRow | null }>(from, mine, ownColumns(id))
    return shownAssignment(assignment, found(own.mine ?? undefined), {
      ...{ role: grant.role, archived: grant.archived },
      ...{ now: now(), fileKey },
    })
  }
  const writers = thingWriters(deps, { noun: 'assignment', table: 'assignments', read, schema: Assignment })

  async function writeSheet(
    trx: Db,
    of: { courseId: string; assignmentId: string; authorId: string },
    sheet: ReturnType<typeof sheetOf>,
  ) {
    const { questions, sets, slots } = sheet
    if (questions) await writeQuestions(trx, of, { questions, sets })
    if (slots) await writeSlots(trx, of, slots)
    await keepSheetPictures(trx, of)
  }
  async function refuseUnlessGrouping({ courseId }: MemberGrant, id: string | null | undefined) {
    if (id && !(await isGrouping(db, courseId, id)))
      throw invalid('assignment_group', 'is not a grouping of this course')
  }
  async function refuseIfFull(trx: Db, courseId: string) {
    if (await isFull(trx, courseId))
      throw new Refusal('too_many', { message: `A course has at most ${assignmentsMost} assignments.` })
  }

  return {
    async create(input) {
      const { courseId, viewer, newId, body } = input
      await refuseUnlessGrouping(input, body.assignment_group)
      const columns = { ...columnsOf(body, nothing, now()), created_at: now() }
      return writers.create(input, columns, {
        title: columns.name,
        async andThen(trx) {
          await writeSheet(trx, { courseId, assignmentId: newId(), authorId: viewer._id }, sheetOf(body, nothing))
          await refuseIfFull(trx, courseId)
        },
      })
    },
    async edit(input) {
      const { courseId, viewer, body, query } = input
      const assignmentId = input.params.asgn_id
      const before = await rowOf(db, input, assignmentId)
      await refuseUnlessGrouping(input, body.assignment_group)
      const columns = columnsOf(body, before, now())
      const written = {
        title: columns.name,
        before,
        async andThen(trx: Db) {
          await writeSheet(trx, { courseId, assignmentId, authorId: viewer._id }, sheetOf(body, before))
          const points = { before: before.score, after: columns.score }
          if (points.before !== points.after) await followPoints(trx, { courseId, assignmentId, ...points })
        },
      }
      if (query.dry_run !== 'true') return writers.edit(input, assignmentId, columns, written)
      const names = await findHiddenNames(db, { courseId, assignmentId })
      const mayGrade = input.can.grade
      const look = (trx: Db, changeId: string) => checkOf(trx, { courseId, assignmentId, changeId, mayGrade, names })
      const { grades, sums, ...check } = await writers.tryEdit(input, assignmentId, columns, written, look)
      // The dry run has been rolled back: these are the sums that it had.
      const ids = grades.map(({ id }) => id)
      const sumsNow = await sumsOf(db, { courseId, assignmentId }, ids)
      return { check: { ...check, grades: withParts(grades, sumsNow, sums) } }
    },
    async remove(input) {
      const id = input.params.asgn_id
      const { name } = await rowOf(db, input, id)
      return writers.remove(input, id, { title: name })
    },
    async copy(input) {
      const { courseId, viewer, newId, body } = input
      const asked = body.items.map(({ course_id = courseId, asgn_id }) => ({ course_id, asgn_id }))
      const sources = await findSources(db, viewer._id, asked)
      const copies = body.items.map(({ assignment_name }, i) => {
        const source = found(
          sources.find(({ id, course_id }) => id === asked[i]?.asgn_id && course_id === asked[i]?.course_id),
        )
        return { source, id: idOf(newId(), String(i)), name: assignment_name ?? source.name }
      })
      const [first] = copies
      const about = {
        _id: first?.id ?? '',
        title: first?.name ?? '',
        ...(copies.length > 1 && { count: copies.length }),
      }
      return writeOrTry(
        deps,
        input,
        { kind: 'assignments_copied', about },
        async (trx) => {
          await copySheets(trx, courseId, copies, now())
          await refuseIfFull(trx, courseId)
        },
        async () => ({ items: copies.map(({ id, name }) => ({ _id: id, assignment_name: name })) }),
      )
    },
  }
}
