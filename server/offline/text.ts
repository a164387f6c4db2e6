import { type QuestionRow, wordsOf } from '../assignments/sheet.ts'

/* What somebody answered, as a text that is read without this product. */

interface Answered {
  assignment: string
  /** Whose it is. */
  who: string[]
  attempt: number
  submitted: string
  late: boolean
  /** Without a question it is the text of the assignment. Without points it counts nothing. */
  parts: { name: string; question?: QuestionRow; answer: string | undefined; most: string | undefined }[]
  /** As they are called beside it. */
  files: string[]
}

/** Markdown. */
export function textOf({ assignment, who, attempt, submitted, late, parts, files }: Answered): string {
  const facts = [`Attempt ${attempt}`, `submitted ${submitted}`, ...(late ? ['late'] : [])]
  return [
    `# ${assignment}`,
    who.join(', '),
    facts.join(', '),
    ...parts.flatMap(({ name, question, answer = '', most }) => [
      `## ${name}${most === undefined ? '' : ` (${most} points)`}`,
      ...(question ? [question.question.trim(), '### Answer'] : []),
      answer.trim() === '' ? NONE : question ? answerOf(question, answer) : answer.trim(),
    ]),
    ...(files.length > 0 ? ['## Files', files.map((name) => `- ${name}`).join('\n')] : []),
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
    .concat('\n')
}

const NONE = '*No answer*'

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
