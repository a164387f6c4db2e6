/** The keys of the grading screen, by action; the digits apply rubric items. */
export const gradingKeys = {
  next: ['J', '→'],
  previous: ['K', '←'],
  nextLeft: ['N'],
  score: ['S'],
  comment: ['C'],
  saved: ['B'],
  attempt: ['A'],
  compare: ['D'],
  part: ['P'],
  addItem: ['I'],
  answer: ['Q'],
  release: ['R'],
} as const
/** The keys of grading by question, where they differ. */
export const answerKeys = {
  next: ['J', '↓'],
  previous: ['K', '↑'],
  save: ['Enter'],
  whose: ['W'],
} as const
export type GradingKey = keyof typeof gradingKeys
