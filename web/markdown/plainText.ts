import { splitFormulas } from './text.ts'

/** Marks where an item of a list begins. No text contains this character, because Markdown replaces it. */
const ITEM = '\0'

/** A sign that means itself, an address, a character by its number, and code, in a block or within a line. */
const LITERAL = /\\([!-/:-@[-`{-~])|<((?:https?:|mailto:)[^\s<>]*)>|&#x([0-9a-f]{1,5});|(?:```[^\n]*\n|`+)([^`]+)`+/gi
/** By pairs: a lone `*` is a product, and `_` within a word belongs to a name. */
const EMPHASIS = [
  /(?<!\*)(\*{1,3})(?![\s*])(.*?[^\s*])\1/gs,
  /(?<![\p{L}\p{N}_])(_{1,3})(?![\s_])(.*?[^\s_])\1(?![\p{L}\p{N}_])/gsu,
  /(~~)(?![\s~])(.*?[^\s~])\1/gs,
]

/** Stand for the signs in code and formulas and after a backslash, where they mean themselves. */
const hide = (text: string) =>
  text.replace(/[!-/:-@[-`{-~]/g, (sign) => String.fromCharCode(0xe000 + sign.charCodeAt(0)))
const unhide = (text: string) =>
  text.replace(/[\ue021-\ue07e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xe000))

/** Without the signs of Markdown within a line. Those that mean themselves are hidden. */
function withoutSigns(text: string): string {
  let left = splitFormulas(text)
    .map((part, i) => (i % 2 === 1 ? hide(`$${part}$`) : part))
    .join('')
    .replace(LITERAL, (_, sign?: string, address?: string, number?: string, code?: string) =>
      hide(sign ?? address ?? code ?? String.fromCodePoint(Number.parseInt(number ?? '', 16))),
    )
  // Twice: one may stand in another.
  for (const pair of [...EMPHASIS, ...EMPHASIS]) left = left.replace(pair, '$2')
  return left.replace(/```[^\n]*\n?|`+|\\$/gm, '')
}

/** Removes the signs of Markdown for a line of preview. Items of a list keep a separator. */
export const plainText = (markdown: string): string =>
  unhide(
    withoutSigns(
      markdown
        .slice(0, 3_000)
        // The cut below could leave half of a picture's long address.
        .replace(/!\[([^\]]*)\]\([^)\s]*\)/g, '$1')
        .slice(0, 600)
        .replaceAll(ITEM, '')
        .replace(/^\s*(?:[-+*]|\d+[.)])\s+/gm, ITEM),
    )
      // An address may have brackets of its own, as those of Wikipedia have.
      .replace(/!?\[([^\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
      .replace(/^\s*\|.*$/gm, '')
      .replace(/^\s*(#{1,6}|>)\s+/gm, '')
      .replace(/\s+/g, ' '),
  )
    .replace(/(\S) ?\0/g, (_, before: string) => (/[.,:;!?…]/.test(before) ? `${before} ` : `${before} · `))
    .replaceAll(ITEM, '')
    .trim()
