import { type QuestionRow, wordsOf } from '../assignments/sheet.ts'
import type { OfflineWords } from './words.ts'

/* Somebody's answers as a text that needs no other program. */

interface Answered {
  assignment: string
  /** The owner. */
  who: string[]
  attempt: number
  submitted: string
  late: boolean
  /** Without a question: the text of the assignment. Without points: it counts nothing. */
  parts: { name: string; question?: QuestionRow; answer: string | undefined; most: string | undefined }[]
  /** The names of the files beside it. */
  files: string[]
}

/** Markdown. */
export function textOf(
  { assignment, who, attempt, submitted, late, parts, files }: Answered,
  words: OfflineWords,
): string {
  const facts = [words.facts(attempt, submitted), ...(late ? [words.late.toLowerCase()] : [])]
  return [
    `# ${assignment}`,
    who.join(', '),
    facts.join(', '),
    ...parts.flatMap(({ name, question, answer = '', most }) => [
      `## ${name}${most === undefined ? '' : ` (${words.points(most)})`}`,
      ...(question ? [question.question.trim(), `### ${words.answer}`] : []),
      answer.trim() === '' ? `*${words.noAnswer}*` : question ? answerOf(question, answer) : answer.trim(),
    ]),
    ...(files.length > 0 ? [`## ${words.files}`, files.map((name) => `- ${name}`).join('\n')] : []),
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
    .concat('\n')
}

function answerOf(question: QuestionRow, answer: string): string {
  if (question.kind === 'one') return question.options?.find(({ id }) => id === answer)?.text ?? answer
  const words = wordsOf(question, answer)
  if (question.kind === 'number') return question.unit ? `${words} ${question.unit}` : words
  const isList = question.kind === 'several' || question.kind === 'ordering' || question.kind === 'matching'
  return isList
    ? words
        .split('\n')
        .map((line, n) => (question.kind === 'ordering' ? `${n + 1}. ${line}` : `- ${line}`))
        .join('\n')
    : words
}
