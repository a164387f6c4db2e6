import { type Extension, MapMode, StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView, WidgetType } from '@codemirror/view'
import { newIdempotencyKey } from '../loading/idempotency.ts'
import { uploadQueue } from '../uploads/queue.ts'
import { followFile } from '../uploads/underway.ts'
import { withBare } from './addresses.ts'

/** What the editor does with a pasted or dropped picture. */
export interface Pictures {
  /** The placeholder during the upload; `part` goes from 0 to 1. */
  sending: (name: string, part: number) => string
  onFailure: (error: unknown, file: File) => void
}

interface Placeholder {
  id: object
  at: number
  widget: Sending
  /** What an undo deletes when it takes back the paste that this came with: its place is gone, too. */
  undone: MapMode
}

const begin = StateEffect.define<Placeholder>({
  map: (value, changes) => ({ ...value, at: changes.mapPos(value.at) }),
})
const end = StateEffect.define<object>()

class Sending extends WidgetType {
  element = document.createElement('span')
  constructor() {
    super()
    this.element.className = 'cm-uploading'
  }
  toDOM() {
    return this.element
  }
}

/**
 * The placeholders of pictures that are uploading, of one place in their order. The text contains none of them until the
 * upload is done. Text typed at a placeholder comes after it, and so does a placeholder behind a picture that arrives. One
 * whose place a person deletes goes, and its picture is not inserted.
 */
const underway = StateField.define<Placeholder[]>({
  create: () => [],
  update(places, transaction) {
    const { changes, effects } = transaction
    // Another text that is shown, such as a merged one, deletes nothing that a person waits for.
    const isOwn = transaction.isUserEvent('delete') || transaction.isUserEvent('input')
    const ended = places.findIndex(({ id }) => effects.some((effect) => effect.is(end) && effect.value === id))
    const isBehind = (nth: number) => ended >= 0 && nth > ended
    return [
      ...places.flatMap((one, nth) => {
        let mode = isOwn ? MapMode.TrackDel : MapMode.Simple
        if (transaction.isUserEvent('undo')) mode = one.undone
        const at = nth === ended ? null : changes.mapPos(one.at, isBehind(nth) ? 1 : -1, mode)
        return at === null ? [] : [{ ...one, at }]
      }),
      ...effects.flatMap((effect) => (effect.is(begin) ? [effect.value] : [])),
    ]
  },
  provide: (field) =>
    EditorView.decorations.compute([field], (state) =>
      Decoration.set(
        state.field(field).map(({ at, widget }) => Decoration.widget({ widget, side: -1 }).range(at)),
        true,
      ),
    ),
})

/** Makes the alternative text of a picture from the name of its file. */
const words = (name: string) => name.replace(/\.\w+$/, '').replace(/[[\]\\]/g, ' ')

/** Adds the size to the address, so that a page reserves the space before the picture loads. */
async function sizeOf(file: File): Promise<string> {
  try {
    const { width, height } = await createImageBitmap(file)
    return `#${width}x${height}`
  } catch {
    return ''
  }
}

/** Uploads a picture and inserts it where the caret was. False: it failed. */
async function send(
  view: EditorView,
  file: File,
  place: Pick<Placeholder, 'at' | 'undone'>,
  { sending, onFailure }: Pictures,
): Promise<boolean> {
  const id = {}
  const widget = new Sending()
  const tell = (part: number) => {
    widget.element.textContent = sending(file.name, part)
  }
  tell(0)
  view.dispatch({ effects: begin.of({ id, widget, ...place }) })
  try {
    const [{ location }, size] = await Promise.all([
      uploadQueue.add(`picture ${newIdempotencyKey()}`, file, tell),
      sizeOf(file),
    ])
    const { state } = view
    const from = state.field(underway).find((one) => one.id === id)?.at
    if (from === undefined) return true
    const changes = state.changes({ from, insert: `![${words(file.name)}](${withBare(location)}${size})` })
    view.dispatch({
      changes,
      // The caret that waited behind it stays behind it.
      selection: state.selection.map(changes, 1),
      effects: end.of(id),
      userEvent: 'input.paste',
    })
    return true
  } catch (error) {
    view.dispatch({ effects: end.of(id) })
    onFailure(error, file)
    return false
  }
}

const picturesIn = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

/** `pasted` is the text that the pictures came with. */
export function sendPictures(
  view: EditorView,
  files: File[],
  pictures: Pictures,
  at = view.state.selection.main.head,
  pasted = { from: at, to: at },
) {
  let undone = MapMode.TrackDel
  if (at === pasted.to && at > pasted.from) undone = MapMode.TrackBefore
  else if (at === pasted.from && at < pasted.to) undone = MapMode.TrackAfter
  for (const file of files) followFile(send(view, file, { at, undone }, pictures))
}

/** Takes pictures by paste and drop. */
export const takesPictures = (pictures: () => Pictures): Extension => [
  underway,
  EditorView.domEventHandlers({
    paste(event, view) {
      const files = picturesIn(event.clipboardData)
      // A text program copies words and also a picture of them: the person means the words.
      if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return false
      sendPictures(view, files, pictures())
      return true
    },
    drop(event, view) {
      const files = picturesIn(event.dataTransfer)
      if (files.length === 0) return false
      event.preventDefault()
      sendPictures(view, files, pictures(), view.posAtCoords(event) ?? undefined)
      return true
    },
  }),
]
