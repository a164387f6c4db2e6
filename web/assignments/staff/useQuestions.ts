import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { v4 as newUuid } from 'uuid'
import type { QuestionKind } from '../../../contract/questions.ts'
import { questionsMost } from '../../../contract/staff/questions.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { toast } from '../../ui/Toast.tsx'
import { copyOf, type Fields, nameOf, newQuestion, orderOf, type QuestionFields, questionsIn } from './fields.ts'
import type { QuestionTools } from './QuestionEditor.tsx'

interface Form {
  values: Fields
  set: (change: Partial<Fields>) => void
  /** Other people's values, by field. */
  conflicts: Partial<Record<string, unknown>>
}

export const focusQuestion = (question: string) =>
  document.querySelector<HTMLElement>(`[data-question="${question}"]`)?.focus()

/** The actions on the questions of a form: add, move, copy and remove, with the focus on the question concerned. */
export function useQuestions({ values, set, conflicts }: Form) {
  const { sheet: t, writes } = useAuthoring()
  const questions = questionsIn(values)
  const ids = questions.map(({ id }) => id)

  function setQuestion(question: string, fields: QuestionFields | undefined, order: string[]) {
    const change: Partial<Fields> = { [nameOf(question)]: fields }
    // At once, or the next keystroke would go to the previous field.
    flushSync(() => set({ ...change, order: orderOf(order) } as Partial<Fields>))
  }
  /** Inserts a question at a place and focuses it. */
  function put(at: number, fields: QuestionFields, question: string = newUuid()) {
    if (ids.length >= questionsMost) return toast(t.bank.tooMany(questionsMost), 'wrong')
    setQuestion(question, fields, ids.toSpliced(at, 0, question))
    focusQuestion(question)
  }

  const putNow = useRef(put)
  putNow.current = put
  const tools = useRef<QuestionTools>(undefined as never)
  tools.current = {
    change(question, part) {
      const before = values[nameOf(question)]
      if (before) set({ [nameOf(question)]: { ...before, ...part } })
    },
    move(question, by) {
      const at = ids.indexOf(question)
      const to = at + by
      if (to < 0 || to >= ids.length) return
      setQuestion(question, values[nameOf(question)], ids.toSpliced(at, 1).toSpliced(to, 0, question))
      focusQuestion(question)
    },
    duplicate(question) {
      const before = values[nameOf(question)]
      if (before) put(ids.indexOf(question) + 1, copyOf(before))
    },
    remove(question) {
      const [at, before] = [ids.indexOf(question), values[nameOf(question)]]
      const next = ids[at + 1] ?? ids[at - 1]
      setQuestion(
        question,
        undefined,
        ids.filter((one) => one !== question),
      )
      if (next) focusQuestion(next)
      if (!before) return
      toast(t.removed(at + 1), 'done', { label: writes.undo, run: () => putNow.current(at, before, question) })
    },
    next(question) {
      const before = values[nameOf(question)]
      if (before) put(ids.indexOf(question) + 1, { ...newQuestion(before.kind, before.score), set: before.set })
    },
    takeTheirs: (question) => set({ [nameOf(question)]: conflicts[nameOf(question)] } as Partial<Fields>),
  }
  return {
    questions,
    tools,
    add: (kind: QuestionKind) => put(questions.length, newQuestion(kind, questions.at(-1)?.question.score)),
  }
}
