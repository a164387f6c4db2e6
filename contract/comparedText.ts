/**
 * Thai, after NFKC, in one order of its signs, for comparison. A keyboard has sara am as one sign, a text from a PDF often
 * has it as two; a tone may stand before or after the vowel that it belongs over; and many type mai-ae as sara-e twice. All
 * of them look the same. The order is that of a keyboard, so that a search finds a word by its first keys.
 */
const inOneOrder = (text: string): string =>
  text
    .replaceAll('\u0E40\u0E40', '\u0E41')
    .replace(/([\u0E48-\u0E4C])([\u0E31\u0E34-\u0E39\u0E4D])/g, '$2$1')
    // NFKC has made two signs of each sara am.
    .replace(/\u0E4D([\u0E48-\u0E4B]?)\u0E32([\u0E48-\u0E4B]?)/g, '$1$2\u0E33')

/** Text for comparison: what looks the same is the same, except upper and lower case. */
export const sameForm = (text: string): string => inOneOrder(text.normalize('NFKC'))

/** Text for searching, and what is searched for: in one form, ignoring case. */
export const searched = (text: string): string => sameForm(text).toLowerCase()

/** The ways in which a text with sara am may be stored: with it as one sign, and as two. */
export const storedForms = (text: string): string[] => [
  ...new Set([
    text,
    text.replace(/\u0E4D([\u0E48-\u0E4B]?)\u0E32/g, '$1\u0E33'),
    text.replace(/([\u0E48-\u0E4B]?)\u0E33/g, '\u0E4D$1\u0E32'),
  ]),
]

/** The words of a search in their form for searching. */
export const wordsOf = (search: string): string[] => searched(search).split(/\s+/).filter(Boolean)
