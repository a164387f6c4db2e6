/** Whether a text has what may be a formula: `$x$`, `$$…$$` or a block of ```math. Prices alone are none. */
export const mayHaveMath = (text: string): boolean =>
  /\$\$|(?:^|[^\\$])\$(?![\s$])(?:[^$\\]|\\.)*?[^\s\\$]\$(?!\d)|(?:```|~~~)\s*math/s.test(text)

/**
 * Whether `$…$` from `from` to `to` is a formula: nothing blank just inside of its signs, and no digit after it.
 * "$5 and $6" is money.
 */
export function isFormula(text: string, from: number, to: number): boolean {
  const source = text.slice(from, to)
  if (source.startsWith('$$')) return true
  return /^\$\S(?:.*\S)?\$$/s.test(source) && !/^\d/.test(text.slice(to))
}

/** Deeper quotes and lists, and more signs, than anybody writes: with them, reading takes seconds. */
const DEEPEST = 40
const WIDEST_INDENT = 200
const MOST_SIGNS = 1_500

/** Whether a text can be read as Markdown in a moment; one that was made to be slow is shown as it was typed. */
export function isReasonable(text: string): boolean {
  const signs = text.match(/[*_[\]]/g)?.length ?? 0
  if (signs > MOST_SIGNS) return false
  return text.split('\n').every((line) => {
    const before = /^(?:[\s>]|[-+*]\s|\d{1,9}[.)]\s)*/.exec(line)?.[0] ?? ''
    return before.length <= WIDEST_INDENT && before.replace(/\s/g, '').length <= DEEPEST
  })
}
