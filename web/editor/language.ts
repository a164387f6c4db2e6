import { deleteMarkupBackward, markdownLanguage, pasteURLAsLink } from '@codemirror/lang-markdown'
import { Language } from '@codemirror/language'
import { type Extension, Prec } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import { styleTags, tags } from '@lezer/highlight'
import type { MarkdownConfig, MarkdownParser } from '@lezer/markdown'
import { enter } from './enter.ts'

const DOLLAR = 36

/** `$x$` and `$$x$$`, so that nothing inside is taken for Markdown. */
const formulas: MarkdownConfig = {
  defineNodes: ['Formula'],
  props: [styleTags({ Formula: tags.special(tags.monospace) })],
  parseInline: [
    {
      name: 'Formula',
      before: 'Emphasis',
      parse(cx, next, pos) {
        if (next !== DOLLAR) return -1
        const size = cx.char(pos + 1) === DOLLAR ? 2 : 1
        for (let at = pos + size; at < cx.end; at++) {
          if (cx.char(at) !== DOLLAR) continue
          if (size === 2 && cx.char(at + 1) !== DOLLAR) continue
          return at > pos + size ? cx.addElement(cx.elt('Formula', pos, at + size)) : -1
        }
        return -1
      },
    },
  ],
}

const parser = (markdownLanguage.parser as MarkdownParser).configure(formulas)

/**
 * The Markdown of the product: GitHub's with formulas. Assembled by hand, because the package's `markdown()` includes
 * the languages of web pages: the product shows no HTML, and completing tags would interfere with each `>`.
 */
export const markdown: Extension = [
  new Language(markdownLanguage.data, parser, [], 'markdown'),
  pasteURLAsLink,
  Prec.high(
    keymap.of([
      { key: 'Enter', run: enter },
      { key: 'Backspace', run: deleteMarkupBackward },
    ]),
  ),
]
