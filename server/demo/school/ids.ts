import { hash } from 'node:crypto'
import { v5 } from 'uuid'

const namespace = '2b7e8a52-6c0d-5d1e-9f43-7a1c0e21b0d5'

/**
 * The id of something in the demo school, the same in every fill, so that a link survives a reset:
 * `demoId('person', 'ploy')`, `demoId('course', '2110101')`, `demoId('2110101', 'assignment', 'quiz-3')`.
 */
export const demoId = (...path: (string | number)[]): string => v5(path.join('/'), namespace)

/** A number in [0, 1) that looks random and is always the same for the same name. */
export const roll = (...path: (string | number)[]): number =>
  Number.parseInt(hash('sha1', path.join('/')).slice(0, 8), 16) / 2 ** 32

export const pick = <T>(from: readonly T[], ...path: (string | number)[]): T =>
  from[Math.floor(roll(...path) * from.length)] as T
