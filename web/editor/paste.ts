import { syntaxTree } from '@codemirror/language'
import type { ChangeSpec, EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { SyntaxNode } from '@lezer/common'
import { type Pasted, readPasted } from './pasted.ts'
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

/** The table of Markdown that the caret is in, and whether it is in a cell. */
function tableAt(state: EditorState): { end: number; inCell: boolean } | undefined {
  const { main } = state.selection
  const { doc } = state
  const line = doc.lineAt(main.from)
  const [start, rest] = [doc.sliceString(line.from, main.from).trim(), doc.sliceString(main.to, line.to).trim()]
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(main.from, start ? -1 : 1)
  while (node && node.name !== 'Table') node = node.parent
  // What comes before the whole table breaks nothing.
  if (!node || main.to > line.to || (start === '' && doc.lineAt(node.from).number === line.number)) return undefined
  const isRuler = /^[\s|:-]+$/.test(line.text) && line.text.includes('-')
  return { end: doc.lineAt(node.to).to, inCell: !isRuler && start !== '' && (rest !== '' || !start.endsWith('|')) }
}

/**
 * Takes what other programs copy with a look, such as a page of Word, as Markdown, and leaves tables whole. `onLost` says
 * what did not come.
 */
export const takesLook = (pictures: () => Pictures, onLost: (pictures: number) => void) =>
  EditorView.domEventHandlers({
    paste(event, view) {
      const html = event.clipboardData?.getData('text/html') ?? ''
      const plain = event.clipboardData?.getData('text/plain') ?? ''
      const { state } = view
      const table = tableAt(state)
      const isWords = html === '' || isTooLong(html) || /^\s*\S+:\/\/\S+\s*$/.test(plain) || isLiteral(state)
      const { doc } = state
      const { from: caret, to } = state.selection.main
      const [first, last] = [doc.lineAt(caret), doc.lineAt(to)]
      const [start, rest] = [doc.sliceString(first.from, caret).trim(), doc.sliceString(to, last.to).trim()]
      const words = start !== '' || rest !== '' ? 'words' : 'nothing'
      const pasted = isWords ? undefined : readPasted(html, table?.inCell ? 'cell' : words)
      if (!pasted) return table ? pasteLines(view, plain) : false
      if (table && !pasted.inLine) {
        const at = table.end - (to - caret)
        put(
          pasted,
          [
            { from: caret, to },
            { from: table.end, insert: `\n\n${pasted.text}` },
          ],
          at + 2,
        )
        return true
      }
      const isEmptyItem = !pasted.inLine && EMPTY_ITEM.test(start) && (start === '' || rest === '')
      const [from, head] = isEmptyItem ? [first.from, ''] : [caret, start]
      // Lines of their own have a blank one above and below.
      const breaks = (beside: string, next: number) => {
        if (pasted.inLine) return ''
        if (beside) return '\n\n'
        return next < 1 || next > doc.lines || doc.line(next).text.trim() === '' ? '' : '\n'
      }
      const [before, after] = [breaks(head, first.number - 1), breaks(rest, last.number + 1)]
      put(pasted, [{ from, to, insert: `${before}${pasted.text}${after}` }], from + before.length)
      return true

      /** Makes the changes, which contain the text from `at` on. */
      function put({ text, pictures: files, lost }: Pasted, changes: ChangeSpec, at: number) {
        view.dispatch({
          changes,
          selection: { anchor: at + text.length },
          // With the words, so that an undo takes back both.
          effects: sendTo(
            view,
            files.map((one) => ({ ...one, at: at + one.at })),
            pictures(),
          ),
          userEvent: 'input.paste',
          scrollIntoView: true,
        })
        if (lost > 0) onLost(lost)
      }
    },
  })

/** Pastes lines as words of one, where a break would end a table; false: it has none, or is rows of Markdown. */
function pasteLines(view: EditorView, plain: string): boolean {
  const lines = plain.split(/\r?\n/).flatMap((line) => line.trim() || [])
  if (lines.length === 0 || !plain.includes('\n') || lines.some((line) => line.startsWith('|'))) return false
  view.dispatch(view.state.replaceSelection(lines.join(' ')), { userEvent: 'input.paste', scrollIntoView: true })
  return true
}
