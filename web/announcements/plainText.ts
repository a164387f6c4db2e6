import { splitFormulas } from '../markdown/text.ts'

/** Marks where an item of a list begins. No text contains this character, because Markdown replaces it. */
const ITEM = '\0'

/** Without the signs of Markdown within a line, except in a formula. */
const withoutSigns = (text: string): string =>
  splitFormulas(text)
    .map((part, i) => (i % 2 === 1 ? `$${part}$` : part.replace(/```[^\n]*\n?|[*_~`]+/g, '')))
    .join('')

/** Removes the signs of Markdown for a line of preview. Items of a list keep a separator. */
export const plainText = (markdown: string): string =>
  withoutSigns(
    markdown
      .slice(0, 3_000)
      // The cut below could leave half of a picture's long address.
      .replace(/!\[([^\]]*)\]\([^)\s]*\)/g, '$1')
      .slice(0, 600)
      .replaceAll(ITEM, '')
      .replace(/^\s*(?:[-+*]|\d+[.)])\s+/gm, ITEM),
  )
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*\|.*$/gm, '')
    .replace(/^\s*(#{1,6}|>)\s+/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/(\S) ?\0/g, (_, before: string) => (/[.,:;!?…]/.test(before) ? `${before} ` : `${before} · `))
    .replaceAll(ITEM, '')
    .trim()
