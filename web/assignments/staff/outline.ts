import { plainText } from '../../markdown/plainText.ts'
import type { Place, TreeNode } from '../../ui/staff/nodes.ts'
import { type Fields, nameOf, orderOf, type QuestionFields, questionsIn, type SetFields } from './fields.ts'

/* The questions of a sheet as a tree of one line each: questions for everyone, and a folder for each set. */

export type Outlined = { n: number; question: QuestionFields } | { set: SetFields }

interface Words {
  question: (n: number) => string
  setName: string
}

export function outlineOf(values: Fields, words: Words): TreeNode<Outlined>[] {
  const numbered = questionsIn(values).map(({ id, question }, i) => ({ id, question, n: i + 1 }))
  const nodesOf = (set: string | undefined) =>
    numbered
      .filter(({ question }) => setOf(values, question) === set)
      .map(({ id, question, n }) => {
        const text = plainText(question.question)
        return { id, name: text ? `${n}. ${text}` : words.question(n), of: { n, question } }
      })
  return [
    ...nodesOf(undefined),
    ...values.sets.map((set) => ({
      id: set._id,
      name: set.name || words.setName,
      of: { set },
      children: nodesOf(set._id),
    })),
  ]
}

const setOf = ({ sets }: Fields, { set }: QuestionFields) => sets.find(({ _id }) => _id === set)?._id

/** The changes in the sheet when questions move to a place of the outline: their order, and the set of each. Pure. */
export function movedTo(values: Fields, ids: string[], place: Place): Partial<Fields> {
  const questions = questionsIn(values)
  const moved = questions.filter(({ id }) => ids.includes(id))
  const anchor = 'on' in place ? place.on : 'before' in place ? place.before : place.after
  const rest = questions.filter((one) => !moved.includes(one))
  const beside = questions.find(({ id }) => id === anchor)
  const isSet = values.sets.some(({ _id }) => _id === anchor)
  if (moved.length === 0 || (!beside && !isSet)) return {}
  // Beside a set is outside of it; into it, or onto one of its questions, is inside.
  const set = beside ? (setOf(values, beside.question) ?? '') : 'on' in place ? anchor : ''
  const at = beside ? placeIn(questions, anchor, 'after' in place, ids) : rest.length
  const order = rest.toSpliced(at, 0, ...moved)
  const change: Partial<Fields> = { order: orderOf(order.map(({ id }) => id)) }
  for (const { id, question } of moved)
    if (question.set !== set) Object.assign(change, { [nameOf(id)]: { ...question, set } })
  return change
}

/** How many of the remaining items come before a place. */
function placeIn(questions: { id: string }[], anchor: string, isAfter: boolean, ids: string[]): number {
  const at = questions.findIndex(({ id }) => id === anchor) + (isAfter ? 1 : 0)
  return questions.slice(0, at).filter(({ id }) => !ids.includes(id)).length
}
