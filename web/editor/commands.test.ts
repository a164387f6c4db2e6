import { EditorState, type StateCommand } from '@codemirror/state'
import { expect, test } from 'vitest'
import { heading, list } from './commands.ts'

function after(command: StateCommand, text: string): string {
  let state = EditorState.create({ doc: text, selection: { anchor: text.length } })
  command({ state, dispatch: (done) => (state = done.state) })
  return state.doc.toString()
}

test.each([
  ['a heading of a line', heading, 'x', '## x'],
  ['a heading of an item', heading, '- x', '## x'],
  ['a heading of a numbered item', heading, '12. x', '## x'],
  ['a line of a heading', heading, '## x', 'x'],
  ['an item of a line', list, 'x', '- x'],
  ['an item of a heading', list, '### x', '- x'],
  ['an item of a numbered one', list, '12. x', '- x'],
  ['a line of an item', list, '- x', 'x'],
])('a press makes %s', (_, command, before, expected) => {
  expect(after(command, before)).toBe(expected)
})
