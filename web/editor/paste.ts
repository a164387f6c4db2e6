import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { readPasted } from './pasted.ts'
import { type Pictures, sendTo } from './pictures.ts'

/** In characters, with the pictures and without: no person copies more, and they wait while it is parsed. */
const LONGEST = { whole: 50_000_000, words: 2_000_000 }
const isTooLong = (html: string) =>
  html.length > LONGEST.whole || html.replace(/data:image\/[\w+/=;,-]*/g, '').length > LONGEST.words
/** Blocks replace it: after spaces they would be code, and an item or a quotation would stay empty. */
const EMPTY_ITEM = /^\s*(?:[-*+>]|\d+[.)])?\s*$/
/** Where signs are no Markdown. */
const LITERAL = /Code|Formula|URL/

function isLiteral(state: EditorState): boolean {
  const { from } = state.selection.main
  for (let node = syntaxTree(state).resolveInner(from, -1); node.parent; node = node.parent)
    if (LITERAL.test(node.name)) return true
  return false
}

/** Takes what other programs copy with a look, such as a page of Word, as Markdown. `onLost` says what did not come. */
export const takesLook = (pictures: () => Pictures, onLost: (pictures: number) => void) =>
  EditorView.domEventHandlers({
    paste(event, view) {
      const html = event.clipboardData?.getData('text/html') ?? ''
      const plain = event.clipboardData?.getData('text/plain') ?? ''
      if (html === '' || isTooLong(html) || /^\s*\S+:\/\/\S+\s*$/.test(plain) || isLiteral(view.state)) return false
      const { state } = view
      const { doc } = state
      const { from: caret, to } = state.selection.main
      const [first, last] = [doc.lineAt(caret), doc.lineAt(to)]
      const [start, rest] = [doc.sliceString(first.from, caret).trim(), doc.sliceString(to, last.to).trim()]
      const pasted = readPasted(html, start !== '' || rest !== '')
      if (!pasted) return false
      const isEmptyItem = !pasted.inLine && EMPTY_ITEM.test(start) && (start === '' || rest === '')
      const [from, head] = isEmptyItem ? [first.from, ''] : [caret, start]
      // Lines of their own have a blank one above and below.
      const breaks = (beside: string, next: number) => {
        if (pasted.inLine) return ''
        if (beside) return '\n\n'
        return next < 1 || next > doc.lines || doc.line(next).text.trim() === '' ? '' : '\n'
      }
      const [before, after] = [breaks(head, first.number - 1), breaks(rest, last.number + 1)]
      const insert = `${before}${pasted.text}${after}`
      view.dispatch({
        changes: { from, to, insert },
        selection: { anchor: from + insert.length - after.length },
        // With the words, so that an undo takes back both.
        effects: sendTo(
          view,
          pasted.pictures.map(({ at, file }) => ({ file, at: from + before.length + at })),
          pictures(),
        ),
        userEvent: 'input.paste',
        scrollIntoView: true,
      })
      if (pasted.lost > 0) onLost(pasted.lost)
      return true
    },
  })
