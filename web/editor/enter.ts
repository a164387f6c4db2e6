import { insertNewlineContinueMarkupCommand } from '@codemirror/lang-markdown'
import type { StateCommand, Transaction } from '@codemirror/state'

const goOn = insertNewlineContinueMarkupCommand({ nonTightLists: false })

/**
 * Enter in a list or a quote: the next line goes on with it, and an empty item ends it. A blank line stands below the
 * list then, because in Markdown words right below an item belong to that item.
 */
export const enter: StateCommand = ({ state, dispatch }) =>
  goOn({ state, dispatch: (done) => dispatch(isOutside(done) ? withBlankLine(done) : done) })

/** Whether the caret stands in an empty line below a text, after its marker was removed. */
function isOutside({ newDoc, newSelection, startState }: Transaction): boolean {
  if (newSelection.ranges.length > 1 || newDoc.lines > startState.doc.lines) return false
  const { number, length } = newDoc.lineAt(newSelection.main.head)
  return length === 0 && number > 1 && newDoc.line(number - 1).length > 0
}

const withBlankLine = ({ startState, changes, newSelection: { main } }: Transaction): Transaction =>
  startState.update(
    { changes },
    {
      ...{ changes: { from: main.head, insert: startState.lineBreak }, selection: { anchor: main.head + 1 } },
      ...{ sequential: true, scrollIntoView: true, userEvent: 'input' },
    },
  )
