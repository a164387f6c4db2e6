import { invertedEffects } from '@codemirror/commands'
import { EditorState, type Extension, MapMode, Prec, StateEffect, StateField } from '@codemirror/state'
import { type Command, Decoration, EditorView, keymap, ViewPlugin, WidgetType } from '@codemirror/view'

/** What a person may do about a picture that could not be sent, by the words of its buttons. */
interface Offer {
  again: string
  remove: string
  retry: () => void
  /** Says that the picture waits for the person. */
  tell: () => void
}

/** A picture on its way to the server. Each copy of its text has a placeholder of its own. */
export class Upload {
  readonly file: File
  /** Undefined while it is on its way; null if it failed. */
  markdown?: string | null
  /** The editors that have, or had, a placeholder of it. */
  readonly views: Set<EditorView>
  readonly placeholders = new Set<Arriving>()
  words = ''
  /** There once it could not be sent, until the person tries again. */
  offer: Offer | undefined
  constructor(file: File, view: EditorView) {
    this.file = file
    this.views = new Set([view])
  }
  /** Whether one of its editors is still on the page. */
  get isWanted(): boolean {
    return [...this.views].some(({ dom }) => dom.isConnected)
  }
  /** Whether it stands in a text: a person may have removed it. */
  get isPlaced(): boolean {
    return [...this.views].some(({ state }) => state.field(underway).some(({ picture }) => picture.upload === this))
  }
  say(words: string, offer?: Offer): void {
    this.words = words
    this.offer = offer
    for (const one of this.placeholders) one.draw()
  }
}

/** A placeholder. While what stood around it is deleted, only the history has its place. */
export class Arriving extends WidgetType {
  readonly upload: Upload
  #element = document.createElement('span')
  #view: EditorView | undefined
  constructor(upload: Upload) {
    super()
    this.upload = upload
    this.#element.className = 'cm-uploading'
    upload.placeholders.add(this)
    this.draw()
  }
  toDOM(view: EditorView) {
    this.#view = view
    return this.#element
  }
  draw(): void {
    const { words, offer } = this.upload
    const effects = end.of(this)
    const buttons = offer && [
      this.#button(offer.again, offer.retry),
      this.#button(offer.remove, () => this.#view?.dispatch({ effects, userEvent: 'delete' })),
    ]
    this.#element.replaceChildren(words, ...(buttons ?? []))
  }
  #button(words: string, press: () => void): HTMLButtonElement {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = words
    button.setAttribute('aria-label', `${words}: ${this.upload.file.name}`)
    button.onclick = () => {
      press()
      this.#view?.focus()
    }
    return button
  }
}

export interface Placeholder {
  picture: Arriving
  at: number
}

export const begin = StateEffect.define<Placeholder>({
  // The history maps a place also by changes of the text as it is without what the place stands in.
  map: ({ picture, at }, changes) => ({
    picture,
    at: at <= changes.length ? changes.mapPos(at) : at + changes.newLength - changes.length,
  }),
})
export const end = StateEffect.define<Arriving>()

/** What a copy takes: the line of the caret if nothing is selected. */
function copied({ selection: { main }, doc }: EditorState): { from: number; to: number } {
  return main.empty ? doc.lineAt(main.from) : main
}

/** The placeholders that a copy takes. The caret is always behind those of its place. */
function copiedPlaces(state: EditorState): Placeholder[] {
  const { from, to } = copied(state)
  const line = state.doc.lineAt(from)
  const isWholeLine = line.from === from && line.to <= to
  return state.field(underway).filter(({ at }) => at <= to && (at > from || (isWholeLine && at === from)))
}

/**
 * The placeholders of pictures that are uploading, of one place in their order. The text contains none of them until the
 * upload is done. Text typed at a placeholder comes after it, and so does a placeholder behind a picture that arrives. One
 * whose place a person deletes goes, and comes back when they undo that.
 */
export const underway = StateField.define<Placeholder[]>({
  create: () => [],
  update(places, transaction) {
    const { changes, effects, startState } = transaction
    // Another text that is shown, such as a merged one, deletes nothing that a person waits for.
    const isOwn = ['delete', 'input', 'undo', 'redo'].some((kind) => transaction.isUserEvent(kind))
    const isOfSelection = ['delete.cut', 'delete.selection'].some((kind) => transaction.isUserEvent(kind))
    const selected = isOfSelection ? copiedPlaces(startState) : []
    const isEnded = ({ picture }: Placeholder) => effects.some((effect) => effect.is(end) && effect.value === picture)
    const ended = places.findIndex(isEnded)
    const isBehind = (nth: number) => ended >= 0 && nth > ended
    const begun = effects.flatMap((effect) => (effect.is(begin) ? [effect.value] : []))
    const last = changes.newLength
    return [
      ...places.flatMap((one, nth) => {
        if (selected.includes(one)) return []
        const mode = isOwn ? MapMode.TrackDel : MapMode.Simple
        const at = isEnded(one) ? null : changes.mapPos(one.at, isBehind(nth) ? 1 : -1, mode)
        return at === null ? [] : [{ ...one, at }]
      }),
      ...begun.flatMap((one) => (one.picture.upload.markdown === null ? [] : [{ ...one, at: Math.min(one.at, last) }])),
    ]
  },
  provide: (field) => [
    EditorView.decorations.compute([field], (state) =>
      Decoration.set(
        state.field(field).map(({ at, picture }) => Decoration.widget({ widget: picture, side: -1 }).range(at)),
        true,
      ),
    ),
    invertedEffects.of(({ startState, state }) => {
      const [before, after] = [startState.field(field), state.field(field)]
      const has = (places: Placeholder[], { picture }: Placeholder) => places.some((one) => one.picture === picture)
      const gone = before.filter((one) => one.picture.upload.markdown === undefined && !has(after, one))
      const come = after.filter((one) => !has(before, one))
      return [...gone.map((one) => begin.of(one)), ...come.map(({ picture }) => end.of(picture))]
    }),
    ViewPlugin.define((view) => ({
      update({ state }) {
        for (const { picture } of state.field(field)) picture.upload.views.add(view)
      },
    })),
  ],
})

/** Deletes the placeholder right before the caret; in an empty text, Delete does, too. */
const remove =
  (isForward: boolean): Command =>
  ({ state, dispatch }) => {
    const { main } = state.selection
    const isAt = main.empty && (!isForward || state.doc.length === 0)
    const last = isAt ? state.field(underway).findLast(({ at }) => at === main.head) : undefined
    if (last) dispatch(state.update({ effects: end.of(last.picture), userEvent: 'delete.backward' }))
    return last !== undefined
  }
export const removalKeys: Extension = Prec.high(
  keymap.of([
    { key: 'Backspace', run: remove(false), shift: remove(false) },
    { key: 'Mod-Backspace', mac: 'Alt-Backspace', run: remove(false) },
    { key: 'Delete', run: remove(true) },
  ]),
)

/** What was cut or copied last in an editor of this page, without the line breaks at its edges, and its placeholders. */
let taken: { text: string; pictures: Placeholder[] } = { text: '', pictures: [] }
const edge = /^\n|\n$/g

function take({ state }: EditorView): void {
  const { from, to } = copied(state)
  const text = state.sliceDoc(from, to)
  const start = from + (text.startsWith('\n') ? 1 : 0)
  const pictures = copiedPlaces(state).map(({ picture, at }) => ({ picture, at: Math.max(at - start, 0) }))
  taken = { text: text.replace(edge, ''), pictures }
}

/** Pictures that are uploading go along with a text that is cut or copied. The clipboard has the text alone. */
export const goAlong: Extension = [
  EditorView.domEventHandlers({
    cut: (_, view) => take(view),
    copy: (_, view) => take(view),
  }),
  EditorState.transactionExtender.of((paste) => {
    if (!paste.isUserEvent('input.paste') || taken.pictures.length === 0) return null
    const effects: StateEffect<Placeholder>[] = []
    paste.changes.iterChanges((_fromA, _toA, from, _to, inserted) => {
      const start = from + (inserted.toString().startsWith('\n') ? 1 : 0)
      if (inserted.toString().replace(edge, '') !== taken.text) return
      for (const { picture, at } of taken.pictures)
        effects.push(begin.of({ picture: new Arriving(picture.upload), at: start + at }))
    })
    return { effects }
  }),
]
