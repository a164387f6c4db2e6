/** Markdown without its signs, for a line of preview. */
export const plainText = (markdown: string): string =>
  markdown
    .slice(0, 600)
    .replace(/```[^\n]*\n?|[*_~`]+/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*\|.*$/gm, '')
    .replace(/^\s*(#{1,6}|>|[-+]|\d+\.)\s+/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
