import { EditorSelection, type EditorState, type StateCommand, type TransactionSpec } from '@codemirror/state'

/* The commands behind the editor's buttons and keys. Each changes every selection, and a second press undoes it. */

const command =
  (change: (state: EditorState) => TransactionSpec): StateCommand =>
  ({ state, dispatch }) => {
    dispatch(state.update(change(state), { userEvent: 'input', scrollIntoView: true }))
    return true
  }

/** The selection, or the word that the caret is in. */
function partAt(state: EditorState, range: { from: number; to: number; empty: boolean; head: number }) {
  if (!range.empty) return { from: range.from, to: range.to }
  const word = state.wordAt(range.head)
  return word ? { from: word.from, to: word.to } : { from: range.head, to: range.head }
}

/** Puts a mark on both sides, such as `**`. */
const wrap = (mark: string): StateCommand =>
  command((state) =>
    state.changeByRange((range) => {
      const { from, to } = partAt(state, range)
      const size = mark.length
      const [before, after] = [state.sliceDoc(from - size, from), state.sliceDoc(to, to + size)]
      // Only an odd run of the sign contains a single one: `*` must not take half of a `**`.
      const isLonger = state.sliceDoc(from - size - 1, from - size) === mark[0] && size === 1
      const { head } = range
      // Without a selection the caret stays in its word: a selected word would be replaced by the next key.
      const selected = (by: number) =>
        range.empty ? EditorSelection.cursor(head + by) : EditorSelection.range(from + by, to + by)
      // At the end of marked text, the same keys move the caret out of it.
      if (range.empty && head === to && from < to && after === mark) return { range: selected(size) }
      if (before === mark && after === mark && !isLonger)
        return {
          changes: [
            { from: from - size, to: from },
            { from: to, to: to + size },
          ],
          range: selected(-size),
        }
      return {
        changes: [
          { from, insert: mark },
          { from: to, insert: mark },
        ],
        range: selected(size),
      }
    }),
  )

/** The marker of a heading or a list item. */
const lineMarker = /^(?:#{1,6}|[-+*]|\d{1,9}[.)])\s+/

/** Puts a marker before each line of the selection in place of another one, or removes it when all lines have it. */
const beginLines = (prefix: string): StateCommand =>
  command((state) => {
    const lines = new Set<number>()
    for (const { from, to } of state.selection.ranges)
      for (let n = state.doc.lineAt(from).number; n <= state.doc.lineAt(to).number; n++) lines.add(n)
    const all = [...lines].map((n) => state.doc.line(n))
    const isOn = all.every(({ text }) => text.startsWith(prefix))
    const changes = state.changes(
      all.map(({ from, text }) => {
        const there = lineMarker.exec(text)?.[0] ?? ''
        return { from, to: from + there.length, insert: isOn ? '' : prefix }
      }),
    )
    return { changes, selection: state.selection.map(changes, 1) }
  })

export const bold = wrap('**')
export const italic = wrap('*')
export const formula = wrap('$')
export const heading = beginLines('## ')
export const list = beginLines('- ')

/** Makes inline code within one line, and a code block over several. */
export const code: StateCommand = (target) => {
  const { doc, selection } = target.state
  const isBlock = selection.ranges.some(({ from, to }) => doc.lineAt(from).number !== doc.lineAt(to).number)
  return (isBlock ? codeBlock : wrap('`'))(target)
}

const codeBlock = command((state) =>
  state.changeByRange(({ from, to }) => {
    const [first, last] = [state.doc.lineAt(from).from, state.doc.lineAt(to).to]
    return {
      changes: [
        { from: first, insert: '```\n' },
        { from: last, insert: '\n```' },
      ],
      range: EditorSelection.range(first + 4, last + 4),
    }
  }),
)

const ADDRESS = /^(?:https?:\/\/|mailto:)\S+$/

/** Makes a link of the selected words and selects the place for its address; for a selected address, the place for words. */
export const link = command((state) =>
  state.changeByRange((range) => {
    const { from, to } = partAt(state, range)
    const text = state.sliceDoc(from, to)
    if (ADDRESS.test(text))
      return { changes: { from, to, insert: `[](${text})` }, range: EditorSelection.cursor(from + 1) }
    const at = from + text.length + 3
    return {
      changes: { from, to, insert: `[${text}](https://)` },
      range: text ? EditorSelection.range(at, at + 8) : EditorSelection.cursor(from + 1),
    }
  }),
)

/** Makes a link to a place of the product, of the selected words or of the place's name. */
export const linkTo = ({ to, name }: { to: string; name: string }): StateCommand =>
  command((state) =>
    state.changeByRange((range) => {
      const words = state.sliceDoc(range.from, range.to) || name.replace(/[[\]\\]/g, '\\$&')
      const insert = `[${words}](${to})`
      return {
        changes: { from: range.from, to: range.to, insert },
        range: EditorSelection.cursor(range.from + insert.length),
      }
    }),
  )

/** Inserts a block after the caret's line, and selects its first part. */
export const insertBlock = (block: string, selected: string): StateCommand =>
  command((state) => {
    const line = state.doc.lineAt(state.selection.main.head)
    const isBlank = line.text.trim() === ''
    const at = isBlank ? line.from : line.to
    const before = isBlank ? (line.number > 1 && state.doc.line(line.number - 1).text.trim() ? '\n' : '') : '\n\n'
    const from = at + before.length + Math.max(0, block.indexOf(selected))
    return {
      changes: { from: at, to: line.to, insert: `${before}${block}\n` },
      selection: EditorSelection.range(from, from + selected.length),
    }
  })
