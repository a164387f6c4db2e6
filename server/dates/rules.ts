import type { Dated, Problem } from '../../contract/staff/dates.ts'

/** A problem of a thing, without its address. */
type ProblemOf = Omit<Problem, 'location'>

export interface AssignmentFacts {
  _id: string
  title: string
  due_at: Date | null
  closes_at: Date | null
  /** Null: the assignment is a draft. */
  publish_at: Date | null
  has_text: boolean
  questions: number
  slots: number
  score: number
  /** The points of its text, questions and files together, as stated in the assignment. */
  parts: number
  score_questionset: number
  /** The points of its questions together. */
  of_questions: number
}

/** Problems of an assignment that students do not see yet, and of its points. */
export function problemsOfAssignment(a: AssignmentFacts, now: Date): ProblemOf[] {
  const problem = (kind: ProblemOf['kind'], detail = ''): ProblemOf => ({
    ...{ kind, _id: a._id, thing: 'assignment', title: a.title, detail },
  })
  const isAhead = a.publish_at === null || a.publish_at > now
  const problems: ProblemOf[] = []
  if (isAhead && a.due_at && a.due_at < now) problems.push(problem('due_is_past'))
  if (a.due_at && a.closes_at && a.closes_at < a.due_at) problems.push(problem('closes_before_due'))
  if (a.publish_at && a.due_at && a.publish_at > a.due_at) problems.push(problem('published_after_due'))
  if (!a.has_text && a.questions === 0 && a.slots === 0) problems.push(problem('empty_assignment'))
  if (a.parts > 0 && !isSame(a.parts, a.score)) problems.push(problem('points_differ', `${a.parts} ≠ ${a.score}`))
  else if (a.questions > 0 && a.score_questionset > 0 && !isSame(a.of_questions, a.score_questionset))
    problems.push(problem('points_differ', `${a.of_questions} ≠ ${a.score_questionset}`))
  return problems
}

/** Points have two decimals. */
const isSame = (a: number, b: number) => Math.round(a * 100) === Math.round(b * 100)

export interface TextFacts {
  _id: string
  thing: Dated
  title: string
  /** Markdown */
  text: string
}

const WORDLESS_PICTURE = /!\[\s*\]\(\s*<?([^\s)>]+)/g

/** Pictures without a description for people who do not see them. */
export const wordlessPictures = ({ _id, thing, title, text }: TextFacts): ProblemOf[] =>
  [...text.matchAll(WORDLESS_PICTURE)].map(([, address = '']) => ({
    ...{ kind: 'picture_without_words', _id, thing, title, detail: address },
  }))

const INSIDE = /\/course\/([0-9a-f-]{36})((?:\/[\w-]+)*)/gi
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

/** The ids of the things that links into a course name. */
export const idsInLinks = ({ text }: TextFacts): string[] =>
  [...text.matchAll(INSIDE)].flatMap(([, , rest = '']) => rest.match(ID)?.[0].toLowerCase() ?? [])

/** Links into a course that lead to another course, such as that of the original text, or to a deleted thing. */
export const brokenLinks = ({ _id, thing, title, text }: TextFacts, courseId: string, ids: Set<string>): ProblemOf[] =>
  [...text.matchAll(INSIDE)]
    .filter(([, course = '', rest = '']) => {
      if (course.toLowerCase() !== courseId) return true
      const [named] = rest.match(ID) ?? []
      return named !== undefined && !ids.has(named.toLowerCase())
    })
    .map(([address]) => ({ kind: 'broken_link', _id, thing, title, detail: address }))
