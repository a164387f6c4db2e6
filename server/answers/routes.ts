import type { contract } from '../../contract/index.ts'
import { pointsOf, pointsOrNull } from '../../contract/points.ts'
import { type AnsweredWork, answerGroupsOfPage } from '../../contract/staff/answers.ts'
import { commentMost } from '../../contract/staff/grading.ts'
import { type CommonAssignment, commonAssignment, shownQuestion } from '../assignments/shown.ts'
import { write } from '../changes/write.ts'
import type { Db } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { found, Refusal } from '../errors.ts'
import { findWithRubric, type ItemRow, shownItem } from '../grading/queries.ts'
import { partsOf } from '../grading/rules.ts'
import { readSheets } from '../grading/sheets.ts'
import { findHiddenNames, type HiddenNames } from '../hiddenNames/queries.ts'
import { maskFor, withoutNames } from '../hiddenNames/rules.ts'
import { type Handlers, type Input, withOwn } from '../serve.ts'
import {
  type AnswerRow,
  assignmentColumns,
  findAnswers,
  findGradedWorksOf,
  findTexts,
  findWorkPeople,
  saveGrades,
  type WorkPeopleRow,
} from './queries.ts'
import { answeredParts, cursorOf, groupsOf, isAfter, isAsked, isSame, judged, partOf, partSum, sumOf } from './rules.ts'

type Answers = typeof contract.answers

export function answerRoutes(deps: Deps): Handlers<Answers> {
  const { db, now } = deps

  /** An assignment with one of its parts and its rubric. @throws not_found */
  async function readPart(from: Db, courseId: string, assignmentId: string, asked: string | undefined) {
    const { rubric: items, ...row } = found(await findWithRubric(from, { courseId, assignmentId }))
    const a = commonAssignment(row)
    const parts = answeredParts(a)
    // Questions that people score come first: the others are there to look at.
    const byItself = new Set(a.questions.filter(({ kind }) => kind !== 'open').map(partOf))
    const part = asked ?? parts.find((one) => !byItself.has(one)) ?? parts[0]
    if (part === undefined) return { a, items, parts, asked: null }
    if (!parts.includes(part)) throw new Refusal('not_found')
    const question = a.questions.find((one) => partOf(one) === part) ?? null
    const most = partsOf(a, {}).find((one) => one.part === part)?.most ?? 0
    return { a, items, parts, asked: { part, question, most } }
  }
  type Asked = NonNullable<Awaited<ReturnType<typeof readPart>>['asked']>

  interface Reading {
    a: CommonAssignment
    asked: Asked
    items: ItemRow[]
  }
  /** The answers of everyone who got the question, with their points. */
  async function readAnswers(from: Db, courseId: string, { a, asked, items }: Reading) {
    const { part, question } = asked
    const of = { courseId, assignmentId: a.id }
    const rows = await findAnswers(from, { ...of, part, open: !question || question.kind === 'open' })
    const sheets = await readSheets(from, a)
    const wasAsked = ({ owner_id, sheet_version }: AnswerRow) => isAsked(a, sheets.at(sheet_version), asked, owner_id)
    return rows
      .filter(wasAsked)
      .map((row) => ({ ...row, sum: partSum(row, asked, { items, sheet: sheets.at(row.sheet_version) }) }))
  }

  /** The works with this part, each with its present score and its score after the change of the part. */
  async function readGiven(from: Db, { courseId, params, body }: Input<Answers['grade']>, ids: string[]) {
    const { a, asked, items } = await readPart(from, courseId, params.asgn_id, body.part)
    if (!asked) throw new Refusal('not_found')
    const isOfPart = (id: string) => items.some((item) => item.id === id && item.part === asked.part)
    if (body.applied?.some((id) => !isOfPart(id)))
      throw new Refusal('invalid', { fields: { applied: 'must be of the rubric of this part' } })
    const works = await findGradedWorksOf(from, a, ids)
    const given = works.flatMap((work) => {
      const next = judged(work, body, items)
      const { parts, points, score } = sumOf(a, next, items)
      return parts.some(({ part }) => part === asked.part) ? [{ work, next: { ...next, points, score } }] : []
    })
    const full = given.filter(({ next }) => next.comment.length > commentMost).length
    if (full > 0) throw new Refusal('invalid', { fields: { comment: `has no room in the comments of ${full} works` } })
    return { given, of: { a, asked, items } }
  }

  type Shown = Pick<AnswerRow, 'id' | 'owner_id' | 'show' | 'revision' | 'as_whole'> & {
    sum: ReturnType<typeof partSum>
  }
  function shownWork(row: Shown, who: WorkPeopleRow | undefined, names: HiddenNames): AnsweredWork {
    const { id, owner_id, sum, show, revision, as_whole } = row
    return {
      _id: id,
      ...withoutNames({ people: who?.people ?? [], group: who?.group ?? '' }, maskFor(names, owner_id, show)),
      ...{ points: pointsOrNull(sum.points), by: sum.by, auto: pointsOrNull(sum.auto), applied: sum.applied, as_whole },
      ...{ released: show, grader: who?.grader ?? null, revision },
    }
  }

  return {
    async list({ courseId, params, query }) {
      const { a, parts, asked, items } = await readPart(db, courseId, params.asgn_id, query.part)
      const none = {
        name: a.name,
        part: '',
        parts,
        question: null,
        most: '0',
        works: 0,
        judged: 0,
        groups: 0,
        items: [],
        next: null,
      }
      if (!asked) return { ...none, rubric: items.map(shownItem) }
      const rows = await readAnswers(db, courseId, { a, asked, items })
      const groups = groupsOf(rows, asked.question)
      const rest = groups.filter((group) => query.after === undefined || isAfter(group, query.after))
      const page = rest.slice(0, answerGroupsOfPage)
      const last = page.at(-1)
      const long = page.flatMap(({ rows: [one] }) => (one && one.answer === null ? [one.id] : []))
      const [texts, who, names] = await Promise.all([
        findTexts(db, courseId, asked.part, long),
        findWorkPeople(
          db,
          courseId,
          page.flatMap((group) => group.rows.map(({ id }) => id)),
        ),
        findHiddenNames(db, { courseId, assignmentId: a.id }),
      ])
      return {
        ...{ name: a.name, part: asked.part, parts, most: pointsOf(asked.most) },
        question: asked.question && shownQuestion(asked.question, 'staff'),
        ...{
          works: rows.length,
          judged: rows.filter(({ sum, as_whole }) => sum.points !== null || as_whole).length,
          groups: groups.length,
        },
        items: page.map((group) => {
          const one = group.rows[0]
          const text = one && texts.get(one.id)
          return {
            ...{ key: group.key, answer: text?.text ?? one?.answer ?? '', cut: text?.cut ?? false },
            works: group.rows.map((row) => shownWork(row, who.get(row.id), names)),
          }
        }),
        next: last && rest.length > page.length ? cursorOf(last) : null,
        rubric: items.map(shownItem),
      }
    },
    grade: withOwn<Answers['grade'], { title: string | null; names_hidden: boolean }>(
      ({ params }) => assignmentColumns(params.asgn_id),
      async (input) => {
        const { viewer, courseId, params, body, own } = input
        const made = new Map(body.works.map(({ _id, revision }) => [_id, revision]))
        const ids = [...made.keys()]
        const about = { _id: params.asgn_id, title: found(own.title ?? undefined), count: ids.length }
        const graded = await write(deps, input, { kind: 'answers_graded', about, grades: ids }, async (trx) => {
          const read = await readGiven(trx, input, ids)
          const grades = read.given.flatMap(({ work, next }) =>
            isSame(next, work) || work.revision !== made.get(work.id) ? [] : [next],
          )
          return { ...read, revisions: await saveGrades(trx, courseId, grades, viewer._id, now()) }
        })
        const { given, of, revisions } = graded ?? { ...(await readGiven(db, input, ids)), revisions: new Map() }
        const names = own.names_hidden ? await findHiddenNames(db, { courseId, assignmentId: of.a.id }) : null
        const [saved, conflicts]: [AnsweredWork[], AnsweredWork[]] = [[], []]
        for (const { work, next } of given) {
          const revision = revisions.get(work.id)
          const now =
            revision === undefined ? work : { ...next, revision, grader: viewer, as_whole: next.override !== null }
          const by_hand = now.parts[of.asked.part] ?? null
          const answer = now.response[of.asked.part] ?? ''
          const sum = partSum({ answer, by_hand, items: now.items }, of.asked, { items: of.items, sheet: work.sheet })
          // A grade that is already the same counts as saved: the reply to the first try may have been lost.
          const isSaved = revision !== undefined || isSame(next, work)
          ;(isSaved ? saved : conflicts).push(shownWork({ ...now, sum }, now, names))
        }
        return { saved, conflicts }
      },
    ),
  }
}
