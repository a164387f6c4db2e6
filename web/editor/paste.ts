import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { readPasted } from './pasted.ts'
import { type Pictures, sendPictures } from './pictures.ts'

/** In characters: no person copies more, and it would have to be parsed while they wait. */
const LONGEST = 50_000_000
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
      if (html === '' || html.length > LONGEST || /^\s*\S+:\/\/\S+\s*$/.test(plain) || isLiteral(view.state))
        return false
      const { state } = view
      const { doc } = state
      const { from, to } = state.selection.main
      const [first, last] = [doc.lineAt(from), doc.lineAt(to)]
      const [head, rest] = [doc.sliceString(first.from, from).trim(), doc.sliceString(to, last.to).trim()]
      const pasted = readPasted(html, head !== '' || rest !== '')
      if (!pasted) return false
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
        selection: { anchor: from + insert.length },
        userEvent: 'input.paste',
        scrollIntoView: true,
      })
      for (const { at, file } of pasted.pictures) sendPictures(view, [file], pictures(), from + before.length + at)
      if (pasted.lost > 0) onLost(pasted.lost)
      return true
    },
  })
