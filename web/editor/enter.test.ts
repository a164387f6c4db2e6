import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { enter } from './enter.ts'
import { markdown } from './language.ts'

/** The text after Enter at its end, and then a word. */
function afterEnter(text: string): string {
  let state = EditorState.create({ doc: text, selection: { anchor: text.length }, extensions: markdown })
  const target = { state, dispatch: (done: { state: EditorState }) => (state = done.state) }
  if (!enter(target)) return `${text}\nx`
  return state.update(state.replaceSelection('x')).state.doc.toString()
}

test.each([
  ['an item goes on with the next one', '- a', '- a\n- x'],
  ['a numbered one counts', '1. a\n2. b', '1. a\n2. b\n3. x'],
  ['an empty item ends the list, and what follows stands apart', '- a\n- b\n- ', '- a\n- b\n\nx'],
  ['so does the second one', '- a\n- ', '- a\n\nx'],
  ['an inner one goes up a level', '- a\n- b\n  - c\n  - ', '- a\n- b\n  - c\n- x'],
  ['an only one is a line', '- ', 'x'],
  ['a paragraph is left to the editor', 'a', 'a\nx'],
])('Enter: %s', (_, text, after) => {
  expect(afterEnter(text)).toBe(after)
})
