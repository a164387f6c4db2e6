import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { Compartment, EditorState, type StateCommand, Transaction } from '@codemirror/state'
import { EditorView, keymap, placeholder } from '@codemirror/view'
import { changesTo, placeIn } from '../../contract/mergeText.ts'
import { editorTheme } from './editorTheme.ts'
import { markdown } from './language.ts'
import { takesLook } from './paste.ts'
import { type Pictures, takesPictures } from './pictures.ts'

interface Options {
  parent: ShadowRoot
  text: string
  /** Commands by key, such as `Mod-b`. */
  keys: Record<string, StateCommand>
  pictures: () => Pictures
  /** Pictures did not come with a pasted text. */
  onLost: (pictures: number) => void
  onChange: (text: string) => void
}

/** The words of an editor, which change with the language and with errors. */
export interface EditorLabels {
  label: string
  placeholder: string
  /** Screen readers read this after the label: help and error. ARIA ids do not reach out of the shadow root. */
  description: string
  invalid: boolean
}

const said = new Compartment()
const saidBy = ({ label, placeholder: empty, description, invalid }: EditorLabels) => [
  placeholder(empty),
  EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-description': description,
    'aria-invalid': String(invalid),
    spellcheck: 'true',
    autocapitalize: 'sentences',
    autocorrect: 'on',
  }),
]

/**
 * An editor whose document is the Markdown itself. It lives in a shadow root, which adopts its styles: the content
 * policy forbids styles that a script writes into the page. Tab leaves it.
 */
export function createView(
  { parent, text, keys, pictures, onLost, onChange }: Options,
  words: EditorLabels,
): EditorView {
  const bound = Object.entries(keys).map(([key, run]) => ({ key, run, preventDefault: true, stopPropagation: true }))
  return new EditorView({
    parent,
    root: parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        keymap.of([...bound, ...historyKeymap, ...defaultKeymap]),
        history(),
        markdown,
        EditorView.lineWrapping,
        editorTheme,
        said.of(saidBy(words)),
        // Before the pictures, which may insert one after an update: that text is told after the one before it.
        EditorView.updateListener.of(({ docChanged, state, transactions }) => {
          const isTyped = transactions.some((one) => one.annotation(Transaction.userEvent) !== FROM_OUTSIDE)
          if (docChanged && isTyped) onChange(state.doc.toString())
        }),
        takesPictures(pictures),
        takesLook(pictures, onLost),
      ],
    }),
  })
}

const FROM_OUTSIDE = 'outside'

export const say = (view: EditorView, words: EditorLabels): void =>
  view.dispatch({ effects: said.reconfigure(saidBy(words)), userEvent: FROM_OUTSIDE })

/**
 * Makes the text one from elsewhere, such as a merged one. The caret and what is underway keep their places in the words.
 * An undo takes back what the person did, such as a discard, and nothing of what somebody else wrote.
 */
export function showText(view: EditorView, from: string, isOthers: boolean): void {
  const { state } = view
  const [before, text] = [state.doc.toString(), state.toText(from).toString()]
  if (before === text) return
  const { anchor, head } = state.selection.main
  view.dispatch({
    changes: changesTo(before, text),
    selection: { anchor: placeIn(before, text, anchor), head: placeIn(before, text, head) },
    userEvent: FROM_OUTSIDE,
    annotations: Transaction.addToHistory.of(!isOthers),
  })
}
