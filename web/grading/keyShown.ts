import { kindOf, type Question } from '../../contract/questions.ts'

/** Whether a question has a right answer that students see with their grade. */
export const hasKey = (questions: Question[]): boolean => questions.some((question) => kindOf(question) !== 'open')

/** Whether a release at that moment shows right answers while somebody can still hand in, until `closes`; null: always. */
export function showsKeyEarly(questions: Question[], closes: string | null, at: number): boolean {
  const isOpen = closes === null || Date.parse(closes) > at
  return isOpen && hasKey(questions)
}
