import { centsOf } from '../../contract/points.ts'
import { decimalIn } from '../../contract/questions.ts'

/**
 * Typed points in hundredths, with a decimal comma too; undefined for an invalid number, or one that is too exact or
 * too large.
 */
export function centsIn(typed: string): number | undefined {
  const decimal = decimalIn(typed.trim().replace(/^([+−–-]?\d*),(\d{1,2})$/, '$1.$2'))
  const sound = decimal === undefined ? null : /^([+-]?)0*(\d{0,6})(?:\.(\d{0,2})0*)?$/.exec(decimal)
  if (!sound) return undefined
  return centsOf(`${sound[1] === '-' ? '-' : ''}${sound[2] || '0'}.${sound[3] ?? ''}`)
}
