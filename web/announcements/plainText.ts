/** Where an item of a list begins. No text has it: Markdown replaces it. */
const ITEM = '\0'

/** Markdown without its signs, for a line of preview. The items of a list are told apart. */
export const plainText = (markdown: string): string =>
  markdown
    .slice(0, 3_000)
    // The address of a picture is long, and would be cut in the middle below.
    .replace(/!\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .slice(0, 600)
    .replaceAll(ITEM, '')
    .replace(/^\s*(?:[-+*]|\d+[.)])\s+/gm, ITEM)
    .replace(/```[^\n]*\n?|[*_~`]+/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*\|.*$/gm, '')
    .replace(/^\s*(#{1,6}|>)\s+/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/(\S) ?\0/g, (_, before: string) => (/[.,:;!?…]/.test(before) ? `${before} ` : `${before} · `))
    .replaceAll(ITEM, '')
    .trim()
