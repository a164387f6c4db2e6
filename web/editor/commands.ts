import { EditorSelection, type EditorState, type StateCommand, type TransactionSpec } from '@codemirror/state'

/* What the buttons and keys of the editor do to Markdown. Each does it to every selection, and takes it back the second time. */

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
      // Of a run of the same sign, an odd number: `*` is not taken from a `**`.
      const isLonger = state.sliceDoc(from - size - 1, from - size) === mark[0] && size === 1
      const { head } = range
      // Nothing is selected: the caret stays in its word, or what is typed next would replace the word.
      const selected = (by: number) =>
        range.empty ? EditorSelection.cursor(head + by) : EditorSelection.range(from + by, to + by)
      // At the end of what is marked, the same keys leave it.
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

/** Begins each line of the selection so, or takes that away where all of them do. `other` is what it takes the place of. */
const beginLines = (prefix: string, other: RegExp): StateCommand =>
  command((state) => {
    const lines = new Set<number>()
    for (const { from, to } of state.selection.ranges)
      for (let n = state.doc.lineAt(from).number; n <= state.doc.lineAt(to).number; n++) lines.add(n)
    const all = [...lines].map((n) => state.doc.line(n))
    const isOn = all.every(({ text }) => text.startsWith(prefix))
    const changes = state.changes(
      all.map(({ from, text }) => {
        const there = other.exec(text)?.[0] ?? ''
        return { from, to: from + there.length, insert: isOn ? '' : prefix }
      }),
    )
    return { changes, selection: state.selection.map(changes, 1) }
  })

export const bold = wrap('**')
export const italic = wrap('*')
export const formula = wrap('$')
export const heading = beginLines('## ', /^#{1,6}\s+/)
export const list = beginLines('- ', /^(?:[-+*]|\d{1,9}[.)])\s+/)

/** Within a line as code in it, over several lines as a block. */
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

/** The words become a link and its address is typed next; an address gets words. */
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

/** A block of its own after the line of the caret, with its first part selected. */
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
