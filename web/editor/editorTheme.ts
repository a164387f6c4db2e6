import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { type EditorState, type Extension, RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const highlight = HighlightStyle.define([
  { tag: tags.heading1, fontSize: '1.35em', fontWeight: '650', lineHeight: '1.35' },
  { tag: tags.heading2, fontSize: '1.22em', fontWeight: '650', lineHeight: '1.35' },
  { tag: [tags.heading3, tags.heading4, tags.heading5, tags.heading6], fontSize: '1.08em', fontWeight: '650' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--color-accent)' },
  { tag: tags.link, textDecoration: 'underline', textUnderlineOffset: '4px' },
  { tag: tags.quote, color: 'var(--color-ink-soft)' },
  { tag: tags.monospace, fontFamily: 'var(--font-mono)', fontSize: '0.92em', class: 'cm-code' },
  { tag: tags.special(tags.monospace), fontFamily: 'var(--font-mono)', fontSize: '0.92em', class: 'cm-code' },
  { tag: [tags.processingInstruction, tags.contentSeparator], class: 'cm-mark' },
])

const here = Decoration.line({ class: 'cm-here' })

function linesOfCaret(state: EditorState): DecorationSet {
  const lines = new RangeSetBuilder<Decoration>()
  let last = -1
  for (const { from, to } of state.selection.ranges) {
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at)
      if (line.from > last) lines.add(line.from, line.from, here)
      last = line.from
      at = line.to + 1
    }
  }
  return lines.finish()
}

/** Marks the caret's lines, in which the signs of Markdown are as dark as the words. */
const caretLines = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor({ state }: EditorView) {
      this.decorations = linesOfCaret(state)
    }
    update({ docChanged, selectionSet, state }: ViewUpdate) {
      if (docChanged || selectionSet) this.decorations = linesOfCaret(state)
    }
  },
  { decorations: ({ decorations }) => decorations },
)

const theme = EditorView.theme({
  '&': { color: 'var(--color-ink)', fontSize: '1rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-sans)', lineHeight: '1.625', maxHeight: '55dvh', overflowX: 'hidden' },
  '.cm-content': { minHeight: '12rem', padding: '0.75rem 0', caretColor: 'var(--color-ink)', overflowWrap: 'anywhere' },
  '.cm-line': { padding: '0 0.875rem' },
  '.cm-placeholder': { color: 'var(--color-ink-soft)' },
  '.cm-mark': { color: 'var(--color-ink-soft)', fontWeight: '400', fontStyle: 'normal' },
  '.cm-here .cm-mark': { color: 'var(--color-accent)' },
  '.cm-code': { background: 'var(--color-sunken)', borderRadius: 'var(--radius-sm)' },
  '.cm-uploading': {
    color: 'var(--color-ink-soft)',
    background: 'var(--color-sunken)',
    borderRadius: 'var(--radius-sm)',
    padding: '0.1em 0.5em',
    fontSize: 'var(--text-sm)',
  },
  '.cm-uploading button': {
    minHeight: '24px',
    marginInlineStart: '0.75em',
    padding: '0',
    border: 'none',
    background: 'none',
    font: 'inherit',
    fontWeight: '600',
    color: 'var(--color-accent)',
    textDecoration: 'underline',
    textUnderlineOffset: '4px',
    cursor: 'pointer',
  },
  '.cm-uploading button:focus-visible': { outline: '2px solid var(--color-accent)', outlineOffset: '2px' },
})

/** Formats Markdown while a person types it. */
export const editorTheme: Extension = [theme, syntaxHighlighting(highlight), caretLines]
