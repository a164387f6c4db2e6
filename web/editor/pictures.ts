import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'
import { newIdempotencyKey } from '../loading/idempotency.ts'
import { followPicture } from '../uploads/pictures.ts'
import { uploadQueue } from '../uploads/queue.ts'
import { withBare } from './addresses.ts'

/** What the editor does with a pasted or dropped picture. */
export interface Pictures {
  /** The placeholder during the upload; `part` goes from 0 to 1. */
  sending: (name: string, part: number) => string
  onFailure: (error: unknown, file: File) => void
}

const begin = StateEffect.define<{ id: object; at: number; widget: Sending }>({
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

/** The placeholders of pictures that are uploading. The text contains none of them until the upload is done. */
const underway = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(places, { changes, effects }) {
    let next = places.map(changes)
    for (const effect of effects) {
      if (effect.is(begin)) {
        const { id, at, widget } = effect.value
        next = next.update({ add: [Decoration.widget({ widget, side: 1, id }).range(at)] })
      } else if (effect.is(end)) next = next.update({ filter: (_, __, { spec }) => spec.id !== effect.value })
    }
    return next
  },
  provide: (field) => EditorView.decorations.from(field),
})

function placeOf(state: EditorState, id: object): number | undefined {
  for (let at = state.field(underway).iter(); at.value; at.next()) if (at.value.spec.id === id) return at.from
  return undefined
}

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
async function send(view: EditorView, file: File, at: number, { sending, onFailure }: Pictures): Promise<boolean> {
  const id = {}
  const widget = new Sending()
  const tell = (part: number) => {
    widget.element.textContent = sending(file.name, part)
  }
  tell(0)
  view.dispatch({ effects: begin.of({ id, at, widget }) })
  try {
    const [{ location }, size] = await Promise.all([
      uploadQueue.add(`picture ${newIdempotencyKey()}`, file, tell),
      sizeOf(file),
    ])
    const place = placeOf(view.state, id) ?? view.state.selection.main.head
    view.dispatch({
      changes: { from: place, insert: `![${words(file.name)}](${withBare(location)}${size})` },
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

export function sendPictures(view: EditorView, files: File[], pictures: Pictures, at = view.state.selection.main.head) {
  for (const file of files) followPicture(send(view, file, at, pictures))
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
