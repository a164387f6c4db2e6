import { searched } from '../../contract/comparedText.ts'

/** Text for comparison: lower case, without accents and without Thai marks above and below a letter. */
export const folded = (text: string): string => searched(text).normalize('NFKD').replace(/\p{M}/gu, '')

const isStart = (text: string, at: number) => at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1] as string)

/** Whether a text has the letters of a word in their order, the first of them at the start of a word. */
function hasLetters(word: string, text: string): boolean {
  for (let from = text.indexOf(word.charAt(0)); from >= 0; from = text.indexOf(word.charAt(0), from + 1)) {
    if (!isStart(text, from)) continue
    let at = from
    for (const letter of word.slice(1)) {
      at = text.indexOf(letter, at + 1)
      if (at < 0) return false
    }
    return true
  }
  return false
}

function fitOf(word: string, name: string, detail: string): number {
  const at = name.indexOf(word)
  if (at === 0) return 5
  if (at > 0) return isStart(name, at) ? 4 : 3
  if (detail.includes(word)) return 2
  return word.length > 1 && hasLetters(word, name) ? 1 : 0
}

/** How well a place matches a search, both folded: higher is better, 0 when one word matches nothing. */
export function rankOf(search: string, name: string, detail: string): number {
  const fits = search.split(/\s+/).map((word) => fitOf(word, name, detail))
  return fits.includes(0) ? 0 : fits.reduce((sum, one) => sum + one, 0) / fits.length
}
