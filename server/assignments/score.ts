import { sameForm } from '../../contract/comparedText.ts'
import { decimalIn, idsIn, pairsIn } from '../../contract/questions.ts'
import type { QuestionRow } from './sheet.ts'

/*
 * The points that an answer to a closed question gets automatically, counted in whole numbers, so that the same answer
 * gets the same points everywhere and sums are exact.
 */

export type Scored = Pick<QuestionRow, 'kind' | 'score' | 'options' | 'key' | 'credit'> &
  Partial<Pick<QuestionRow, 'unit'>>

/** How much of an answer is right: `right` of `of`. */
interface Share {
  right: number
  of: number
}

/**
 * The points as a decimal with two places; null: a person must judge the answer, because the question is open or the
 * answer has words in place of ids. No answer gets no points.
 */
export function scoreOf(question: Scored, answer: string | undefined): string | null {
  if (question.kind === 'open') return null
  const share = answer === undefined || answer.trim() === '' ? { right: 0, of: 1 } : shareOf(question, answer)
  return share && pointsOf(question, share)
}

function shareOf(question: Scored, answer: string): Share | null {
  const { kind, options, key } = question
  switch (kind) {
    case 'one': {
      const chosen = options?.find(({ id }) => id === answer)
      return chosen ? allOrNothing(chosen.correct === true) : null
    }
    case 'several': {
      const chosen = idsIn(answer)
      return chosen ? ofSeveral(options ?? [], new Set(chosen)) : null
    }
    case 'number':
      return ofNumber(question, answer)
    case 'short':
      return allOrNothing(isAccepted(key, answer.trim()))
    case 'matching': {
      const pairs = pairsIn(answer)
      const right = Object.entries(key.pairs ?? {})
      return pairs ? { right: right.filter(([a, b]) => pairs.get(a) === b).length, of: right.length } : null
    }
    case 'ordering': {
      const order = idsIn(answer)
      const right = key.order ?? []
      // Students cannot tell apart lines that say the same, such as two closing braces.
      const lineOf = (id: string | undefined) => options?.find((option) => option.id === id)?.text ?? id
      const inPlace = right.filter((id, place) => lineOf(order?.[place]) === lineOf(id))
      return order ? { right: inPlace.length, of: right.length } : null
    }
    case 'open':
      return null
  }
}

/**
 * In characters. No accepted answer is as long, and a longer text is not compared: to compose its letters may take the
 * square of its length.
 */
const LONGEST = 5_000

function isAccepted({ accepted = [], match_case }: Scored['key'], answer: string): boolean {
  if (answer.length > LONGEST) return false
  const typed = plain(answer, match_case)
  return accepted.some((one) => plain(one, match_case) === typed)
}

const allOrNothing = (isRight: boolean): Share => ({ right: isRight ? 1 : 0, of: 1 })

/** Each wrong choice takes a right one away, so that choosing all gains nothing. */
function ofSeveral(options: { id: string; correct?: boolean }[], chosen: Set<string>): Share {
  const correct = options.filter((option) => option.correct)
  const found = correct.filter(({ id }) => chosen.has(id)).length
  return { right: Math.max(0, found - (chosen.size - found)), of: correct.length }
}

/** A number may be followed by its unit; a person judges a number with another unit. */
function ofNumber({ key, unit = '' }: Scored, answer: string): Share | null {
  const typed = answer.trim()
  const number = unit !== '' && typed.endsWith(unit) ? typed.slice(0, -unit.length) : typed
  const [given, value, tolerance] = [number, key.value ?? '', key.tolerance ?? '0'].map(decimalIn)
  if (given === undefined || value === undefined || tolerance === undefined) return null
  return allOrNothing(isWithin(given, value, tolerance))
}

/** All are decimals in the form of `decimalIn`. */
function isWithin(given: string, value: string, tolerance: string): boolean {
  const parts = [given, value, tolerance].map(partsOf)
  const places = Math.max(...parts.map((part) => part.places))
  const [a = 0n, b = 0n, t = 0n] = parts.map((part) => part.digits * 10n ** BigInt(places - part.places))
  const distance = a > b ? a - b : b - a
  return distance <= (t < 0n ? -t : t)
}

/** A decimal as `digits` × 10 ^ -`places`. */
function partsOf(decimal: string): { digits: bigint; places: number } {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/.exec(decimal) ?? []
  return { digits: BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`), places: fraction.length - Number(power) }
}

/** Several spaces count as one, and texts that look the same are equal. */
export const plain = (text: string, match_case = false): string => {
  const same = sameForm(text).trim().replace(/\s+/g, ' ')
  return match_case ? same : same.toLowerCase()
}

/** Half a hundredth counts as one. */
function pointsOf({ score, credit }: Scored, { right, of }: Share): string {
  const hundredths = BigInt(Math.round(score * 100))
  const isAll = right === of && of > 0
  const got = isAll
    ? hundredths
    : credit === 'parts' && of > 0
      ? (2n * hundredths * BigInt(right) + BigInt(of)) / BigInt(2 * of)
      : 0n
  return `${got / 100n}.${String(got % 100n).padStart(2, '0')}`
}
