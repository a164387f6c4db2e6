import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'
import { newIdempotencyKey } from '../loading/idempotency.ts'
import { uploadQueue } from '../uploads/queue.ts'
import { withBare } from './addresses.ts'

/** What happens with a picture that is pasted or dropped. */
export interface Pictures {
  /** Stands in the text while it is sent, `part` from 0 to 1. */
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

/** Where pictures will stand that are on their way. The text itself has nothing of them until they have come. */
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

/** The name of a file as the words of its picture. */
const words = (name: string) => name.replace(/\.\w+$/, '').replace(/[[\]\\]/g, ' ')

/** Its size stands behind the address, so that a page keeps the place free until it has come. */
async function sizeOf(file: File): Promise<string> {
  try {
    const { width, height } = await createImageBitmap(file)
    return `#${width}x${height}`
  } catch {
    return ''
  }
}

/** Sends a picture and puts it where the caret was. */
async function send(view: EditorView, file: File, at: number, { sending, onFailure }: Pictures): Promise<void> {
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
  } catch (error) {
    view.dispatch({ effects: end.of(id) })
    onFailure(error, file)
  }
}

const picturesIn = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

export function sendPictures(view: EditorView, files: File[], pictures: Pictures, at = view.state.selection.main.head) {
  for (const file of files) void send(view, file, at, pictures)
}

/** Takes pictures by paste and drop. */
export const takesPictures = (pictures: () => Pictures): Extension => [
  underway,
  EditorView.domEventHandlers({
    paste(event, view) {
      const files = picturesIn(event.clipboardData)
      // What is copied out of a text program has its words as well as a picture of them: the words are meant.
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
