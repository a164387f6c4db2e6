/** Whether a text may have a formula: `$x$`, `$$…$$` or a block of ```math. Prices alone are none. */
export const mayHaveMath = (text: string): boolean =>
  /\$\$|(?:^|[^\\$])\$(?![\s$])(?:[^$\\]|\\.)*?[^\s\\$]\$(?!\d)|(?:```|~~~)\s*math/s.test(text)

/** `$x$` or `$$x$$` within a line, by the rule of `isFormula`. */
const FORMULA = /(?<![\\$])\$\$?(?![\s$])([^$\n]*?[^\s\\$])\$\$?(?![\d$])/

/** A line of text in turns: words, then a formula without its signs, then words again. */
export const splitFormulas = (text: string): string[] => text.split(FORMULA)

/**
 * Whether `$…$` from `from` to `to` is a formula: no space just inside of its signs, and no digit after it. "$5 and $6"
 * is money.
 */
export function isFormula(text: string, from: number, to: number): boolean {
  const source = text.slice(from, to)
  if (source.startsWith('$$')) return true
  return /^\$\S(?:.*\S)?\$$/s.test(source) && !/^\d/.test(text.slice(to))
}
