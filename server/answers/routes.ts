import type { contract } from '../../contract/index.ts'
import { pointsOf } from '../../contract/reckon.ts'
import { type AnsweredWork, answerGroupsOfPage } from '../../contract/staff/answers.ts'
import { findAssignment } from '../assignments/queries.ts'
import { type CommonAssignment, commonAssignment, shownQuestion } from '../assignments/shown.ts'
import { write } from '../changes/write.ts'
import type { Db } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { found, Refusal } from '../errors.ts'
import { findItems, type ItemRow, shownItem } from '../grading/queries.ts'
import { partsOf } from '../grading/rules.ts'
import { findHiddenNames, type HiddenNames } from '../hiddenNames/queries.ts'
import { maskFor, withoutNames } from '../hiddenNames/rules.ts'
import { type Handlers, withOwn } from '../serve.ts'
import {
  findAnswers,
  findGradedWorks,
  findTexts,
  findWho,
  lockGrades,
  saveGrades,
  titleOfAssignment,
  type WhoRow,
} from './queries.ts'
import { answeredParts, cursorOf, groupsOf, isAfter, isAsked, isSame, judged, partOf, partSum, sumOf } from './rules.ts'

type Answers = typeof contract.answers

export function answerRoutes(deps: Deps): Handlers<Answers> {
  const { db, now } = deps
  const orNull = (cents: number | null) => (cents === null ? null : pointsOf(cents))

  /** An assignment with one of its parts. @throws not_found */
  async function readPart(from: Db, courseId: string, assignmentId: string, asked: string | undefined) {
    const a = commonAssignment(found((await findAssignment(from, { courseId, audience: 'staff' }, assignmentId))[0]))
    const parts = answeredParts(a)
    const part = asked ?? parts[0]
    if (part === undefined) return { a, parts, asked: null }
    if (!parts.includes(part)) throw new Refusal('not_found')
    const question = a.questions.find((one) => partOf(one) === part) ?? null
    const most = partsOf(a, {}).find((one) => one.part === part)?.most ?? 0
    return { a, parts, asked: { part, question, most } }
  }
  type Asked = NonNullable<Awaited<ReturnType<typeof readPart>>['asked']>

  /** By what the answers to a part are judged. @throws not_found */
  async function readJudging(from: Db, courseId: string, assignmentId: string, part: string) {
    const { a, asked } = await readPart(from, courseId, assignmentId, part)
    if (!asked) throw new Refusal('not_found')
    return { a, asked, items: await findItems(from, { courseId, assignmentId }) }
  }

  interface Reading {
    a: CommonAssignment
    asked: Asked
    items: ItemRow[]
    /** Of those alone whose works these are. */
    works?: string[]
  }
  /** What everyone who was asked answered, with what they got for it. */
  async function readAnswers(from: Db, courseId: string, { a, asked, items, works }: Reading) {
    const { part, question } = asked
    const rows = await findAnswers(from, {
      ...{ courseId, assignmentId: a.id, part, works },
      ...{ questionId: question?.id ?? null, open: !question || question.kind === 'open' },
    })
    const theirs = question?.set_id ? rows.filter(({ owner_id }) => isAsked(a, question, owner_id)) : rows
    return theirs.map((row) => ({ ...row, sum: partSum(row, asked, items) }))
  }
  type Row = Awaited<ReturnType<typeof readAnswers>>[number]

  function shownWork(row: Row, who: WhoRow | undefined, names: HiddenNames): AnsweredWork {
    const { id, owner_id, sum, show, revision, as_whole } = row
    return {
      _id: id,
      ...withoutNames({ people: who?.people ?? [], group: who?.group ?? '' }, maskFor(names, owner_id, show)),
      ...{ points: orNull(sum.points), by: sum.by, auto: orNull(sum.auto), applied: sum.applied, as_whole },
      ...{ released: show, grader: who?.grader ?? null, revision },
    }
  }

  return {
    async list({ courseId, params, query }) {
      const { a, parts, asked } = await readPart(db, courseId, params.asgn_id, query.part)
      const items = await findItems(db, { courseId, assignmentId: a.id })
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
        findWho(
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
    grade: withOwn<Answers['grade'], { title: string | null }>(
      ({ params }) => titleOfAssignment(params.asgn_id),
      async (input) => {
        const { viewer, courseId, params, body, own } = input
        const made = new Map(body.works.map(({ _id, revision }) => [_id, revision]))
        const ids = [...made.keys()]
        const about = { _id: params.asgn_id, title: found(own.title ?? undefined), count: ids.length }
        const graded = await write(deps, input, { kind: 'answers_graded', about, grades: ids }, async (trx) => {
          await lockGrades(trx, courseId, ids)
          const by = await readJudging(trx, courseId, params.asgn_id, body.part)
          const { a, asked, items } = by
          const isOfPart = (id: string) => items.some((item) => item.id === id && item.part === asked.part)
          if (body.applied?.some((id) => !isOfPart(id)))
            throw new Refusal('invalid', { fields: { applied: 'must be of the rubric of this part' } })
          const works = await findGradedWorks(trx, { courseId, assignmentId: a.id }, ids, a.sheet_version)
          const saved = new Set<string>()
          const grades = works.flatMap((work) => {
            const next = judged(work, body, items)
            // Also when the answer to the first try was lost.
            if (isSame(next, work)) saved.add(work.id)
            if (work.revision !== made.get(work.id) || saved.has(work.id)) return []
            const { parts, ...sum } = sumOf(a, next, items)
            return parts.some(({ part }) => part === asked.part) ? [{ ...next, ...sum }] : []
          })
          const columns = grades.map(({ id, parts, items, comment, points, score, revision }) => ({
            ...{ id, parts, items, comment, points, score, revision },
          }))
          for (const id of await saveGrades(trx, courseId, columns, viewer._id, now())) saved.add(id)
          return { by, saved }
        })
        const { by, saved } = graded ?? {
          by: await readJudging(db, courseId, params.asgn_id, body.part),
          saved: new Set(),
        }
        const [rows, who, names] = await Promise.all([
          readAnswers(db, courseId, { ...by, works: ids }),
          findWho(db, courseId, ids),
          findHiddenNames(db, { courseId, assignmentId: params.asgn_id }),
        ])
        const shown = rows.filter(({ id }) => made.has(id)).map((row) => shownWork(row, who.get(row.id), names))
        return {
          saved: shown.filter(({ _id }) => saved.has(_id)),
          conflicts: shown.filter(({ _id }) => !saved.has(_id)),
        }
      },
    ),
  }
}
