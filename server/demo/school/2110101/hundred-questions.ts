import { roll } from '../ids.ts'
import type { QuestionData } from '../types.ts'

/** Python expressions with whole numbers, and their values. */
const kinds: { write(a: number, b: number): string; value(a: number, b: number): number }[] = [
  { write: (a, b) => `${a} + ${b} * 2`, value: (a, b) => a + b * 2 },
  { write: (a, b) => `${a} // ${b}`, value: (a, b) => Math.floor(a / b) },
  { write: (a, b) => `${a} % ${b}`, value: (a, b) => a % b },
  { write: (a, b) => `${b} ** 2 - ${a}`, value: (a, b) => b ** 2 - a },
  { write: (a, b) => `len('ab' * ${b}) + ${a}`, value: (a, b) => 2 * b + a },
  { write: (a, b) => `max(${a}, ${b} * 3)`, value: (a, b) => Math.max(a, b * 3) },
  { write: (a, b) => `sum(range(${b})) - ${a}`, value: (a, b) => (b * (b - 1)) / 2 - a },
]

function question(_: unknown, n: number): QuestionData {
  const number = (name: string, least: number, most: number) =>
    least + Math.floor(roll('expression', n, name) * (most - least + 1))
  const { write, value } = kinds[n % kinds.length] as (typeof kinds)[number]
  const [a, b] = [number('a', 11, 40), number('b', 2, 9)]
  const text = `\`${write(a, b)}\``
  // Every tenth question is answered in words, so that both kinds are there.
  if (n % 10 === 9) return { question: `What does ${text} give, and why?`, score: 1 }
  const right = value(a, b)
  const correct = number('place', 0, 3)
  const options = [0, 1, 2, 3].map((place) => String(right + (place - correct) * number('step', 1, 3)))
  return { question: text, score: 1, options, correct }
}

export const hundredQuestions: QuestionData[] = Array.from({ length: 100 }, question)
