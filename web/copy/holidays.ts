/** The typed days, separated by commas or spaces, and the first word that is no day: none is left out silently. */
export function holidaysIn(text: string): { days: string[]; wrong: string | undefined } {
  const words = text.split(/[\s,;]+/).filter(Boolean)
  return { days: words.filter(isDay), wrong: words.find((word) => !isDay(word)) }
}

const isDay = (word: string) => /^\d{4}-\d\d-\d\d$/.test(word) && new Date(word).toJSON()?.slice(0, 10) === word
