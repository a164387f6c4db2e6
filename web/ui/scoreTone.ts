export type ScoreTone = 'red' | 'orange' | 'yellow' | 'lime' | 'green'

const order: ScoreTone[] = ['red', 'orange', 'yellow', 'lime', 'green']
const letters: Record<string, ScoreTone> = { A: 'green', B: 'lime', C: 'yellow', D: 'orange', F: 'red' }

/** Decimal scores have tenths and hundredths: 5.6 of 8 is 0.7, not the 0.69999… of binary fractions. */
const exact = (ratio: number) => Math.round(ratio * 1e9) / 1e9

function byCutoffs(ratio: number, cutoffs: number[]): ScoreTone | undefined {
  if (!Number.isFinite(ratio)) return undefined
  const reached = cutoffs.filter((cutoff) => exact(ratio) >= cutoff).length
  return order[reached]
}

/** The colour of a score out of a maximum; undefined without a maximum. */
export function scoreTone(score: number, max: number): ScoreTone | undefined {
  return max > 0 ? byCutoffs(score / max, [0.5, 0.6, 0.7, 0.8]) : undefined
}

/** The maximum of a numeric grade. */
export const gradeMost = 4
/** Whether a grade is a number, not a letter or another mark. */
export const isPoints = (grade: string | number): boolean => String(grade).trim() !== '' && !Number.isNaN(Number(grade))

/** The colour of a grade: a letter A–F (with or without a sign), or a number out of 4; undefined for any other mark. */
export function gradeTone(grade: string | number): ScoreTone | undefined {
  const text = String(grade).trim()
  if (isPoints(grade)) return byCutoffs(Number(text) / gradeMost, [0.5, 0.75, 0.8, 0.9])
  return /^[A-F][+-]?$/i.test(text) ? letters[text.charAt(0).toUpperCase()] : undefined
}
