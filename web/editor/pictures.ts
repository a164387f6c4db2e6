import { invertedEffects, redoDepth } from '@codemirror/commands'
import { EditorState, type Extension, MapMode, StateEffect, StateField, Transaction } from '@codemirror/state'
import { Decoration, EditorView, WidgetType } from '@codemirror/view'
import { isOffline } from '../loading/call.ts'
import { newIdempotencyKey } from '../loading/idempotency.ts'
import { uploadQueue } from '../uploads/queue.ts'
import { followFile } from '../uploads/underway.ts'
import { withBare } from './addresses.ts'

/** What the editor does with a pasted or dropped picture. */
export interface Pictures {
  /** The placeholder during the upload; `part` goes from 0 to 1. */
  sending: (name: string, part: number) => string
  /** The placeholder while there is no connection. */
  waiting: (name: string) => string
  /** Also once for a picture that waits for the connection. */
  onFailure: (error: unknown, file: File) => void
}

/** A picture that was pasted. While what stood around it is deleted, only the history has its place. */
interface Arriving {
  widget: Sending
  /** Undefined while it is uploading; null if it failed. */
  markdown?: string | null
}

interface Placeholder {
  picture: Arriving
  at: number
}

const begin = StateEffect.define<Placeholder>({
  // The history maps a place also by changes of the text as it is without what the place stands in.
  map: ({ picture, at }, changes) => ({
    picture,
    at: at <= changes.length ? changes.mapPos(at) : at + changes.newLength - changes.length,
  }),
})
const end = StateEffect.define<Arriving>()

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
 * whose place a person deletes goes, and comes back when they undo that.
 */
const underway = StateField.define<Placeholder[]>({
  create: () => [],
  update(places, transaction) {
    const { changes, effects } = transaction
    // Another text that is shown, such as a merged one, deletes nothing that a person waits for.
    const isOwn = ['delete', 'input', 'undo', 'redo'].some((kind) => transaction.isUserEvent(kind))
    const isEnded = ({ picture }: Placeholder) => effects.some((effect) => effect.is(end) && effect.value === picture)
    const ended = places.findIndex(isEnded)
    const isBehind = (nth: number) => ended >= 0 && nth > ended
    const begun = effects.flatMap((effect) => (effect.is(begin) ? [effect.value] : []))
    const last = changes.newLength
    return [
      ...places.flatMap((one, nth) => {
        const mode = isOwn ? MapMode.TrackDel : MapMode.Simple
        const at = isEnded(one) ? null : changes.mapPos(one.at, isBehind(nth) ? 1 : -1, mode)
        return at === null ? [] : [{ ...one, at }]
      }),
      ...begun.flatMap((one) => (one.picture.markdown === null ? [] : [{ ...one, at: Math.min(one.at, last) }])),
    ]
  },
  provide: (field) => [
    EditorView.decorations.compute([field], (state) =>
      Decoration.set(
        state.field(field).map(({ at, picture }) => Decoration.widget({ widget: picture.widget, side: -1 }).range(at)),
        true,
      ),
    ),
    invertedEffects.of(({ startState, state }) => {
      const [before, after] = [startState.field(field), state.field(field)]
      const has = (places: Placeholder[], { picture }: Placeholder) => places.some((one) => one.picture === picture)
      const gone = before.filter((one) => one.picture.markdown === undefined && !has(after, one))
      const come = after.filter((one) => !has(before, one))
      return [...gone.map((one) => begin.of(one)), ...come.map(({ picture }) => end.of(picture))]
    }),
  ],
})

/** Makes the alternative text of a picture from the name of its file. */
const words = (name: string) => name.replace(/\.\w+$/, '').replace(/[[\]\\]/g, ' ')

/** Whether a picture right behind a text would be taken for a part of its last address. */
const endsInAddress = (text: string) => /(?:https?:\/\/|www\.)\S*$/i.test(text)

/** Adds the size to the address, so that a page reserves the space before the picture loads. */
async function sizeOf(file: File): Promise<string> {
  try {
    const { width, height } = await createImageBitmap(file)
    return `#${width}x${height}`
  } catch {
    return ''
  }
}

const RETRY_MS = 5_000

/** Waits until the network returns, or for a while: the server may have been away. */
async function backOnline(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const timer = setTimeout(resolve, RETRY_MS)
  addEventListener('online', resolve)
  await promise
  clearTimeout(timer)
  removeEventListener('online', resolve)
}

/** Uploads a picture for its place, where it waits for the connection if there is none. False: it failed. */
async function send(view: EditorView, file: File, picture: Arriving, pictures: Pictures): Promise<boolean> {
  const { element } = picture.widget
  const tell = (part: number) => {
    element.textContent = pictures.sending(file.name, part)
  }
  tell(0)
  const key = `picture ${newIdempotencyKey()}`
  for (let isFirst = true; ; isFirst = false) {
    try {
      // Throws if the file was moved or deleted: its upload would fail as without a connection, each time.
      await file.slice(0, 1).arrayBuffer()
      const [{ location }, size] = await Promise.all([uploadQueue.add(key, file, tell), sizeOf(file)])
      picture.markdown = `![${words(file.name)}](${withBare(location)}${size})`
      insertArrived(view)
      return true
    } catch (error) {
      const isHere = view.dom.isConnected
      const waits = isHere && isOffline(error)
      if (isHere && (isFirst || !waits)) pictures.onFailure(error, file)
      if (!waits) {
        picture.markdown = null
        view.dispatch({ effects: end.of(picture) })
        return false
      }
      element.textContent = pictures.waiting(file.name)
      await backOnline()
    }
  }
}

/** Inserts the pictures that are there at their places. */
function insertArrived(view: EditorView): void {
  for (const { picture } of view.state.field(underway)) {
    const { state } = view
    const from = state.field(underway).find((one) => one.picture === picture)?.at
    if (from === undefined || !picture.markdown) continue
    const gap = endsInAddress(state.sliceDoc(state.doc.lineAt(from).from, from)) ? ' ' : ''
    const changes = state.changes({ from, insert: gap + picture.markdown })
    view.dispatch({
      changes,
      // The caret that waited behind it stays behind it.
      selection: state.selection.map(changes, 1),
      effects: end.of(picture),
      userEvent: 'input.paste',
      // A person who has undone something may still redo it.
      annotations: Transaction.addToHistory.of(redoDepth(state) === 0),
    })
  }
}

const picturesIn = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

/** Uploads pictures. The effects, which the caller dispatches, show their places. */
export function sendTo(view: EditorView, files: { file: File; at: number }[], pictures: Pictures) {
  return files.map(({ file, at }) => {
    const picture: Arriving = { widget: new Sending() }
    followFile(send(view, file, picture, pictures))
    return begin.of({ picture, at })
  })
}

/** Uploads pictures and inserts them where the caret is. */
export function sendPictures(
  view: EditorView,
  files: File[],
  pictures: Pictures,
  at = view.state.selection.main.head,
): void {
  const effects = sendTo(
    view,
    files.map((file) => ({ file, at })),
    pictures,
  )
  // An undo takes back what was typed before: once they are there, their own undo removes them.
  view.dispatch({ effects, annotations: Transaction.addToHistory.of(false) })
}

/** What was cut last, without the line breaks at its edges, and the places in it of pictures that are uploading. */
interface Cut {
  text: string
  pictures: Placeholder[]
}
const edge = /^\n|\n$/g

/** Pictures that are uploading go along with a text that is cut and pasted. The clipboard has the text alone. */
function goAlong(): Extension {
  let last: Cut | undefined
  return [
    EditorView.updateListener.of(({ transactions }) => {
      const cut = transactions.find((one) => one.isUserEvent('delete.cut'))
      if (!cut) return
      const left = new Set(cut.state.field(underway).map(({ picture }) => picture))
      const gone = cut.startState.field(underway).filter(({ picture }) => !left.has(picture))
      last = undefined
      cut.changes.iterChanges((from, to) => {
        const text = cut.startState.sliceDoc(from, to)
        const start = from + (text.startsWith('\n') ? 1 : 0)
        last ??= { text: text.replace(edge, ''), pictures: gone.map((one) => ({ ...one, at: one.at - start })) }
      })
    }),
    EditorState.transactionExtender.of((paste) => {
      if (!last || !paste.isUserEvent('input.paste')) return null
      const effects: StateEffect<Placeholder>[] = []
      const here = new Set(paste.startState.field(underway).map(({ picture }) => picture))
      const { text, pictures } = last
      paste.changes.iterChanges((_fromA, _toA, from, _to, inserted) => {
        const start = from + (inserted.toString().startsWith('\n') ? 1 : 0)
        if (inserted.toString().replace(edge, '') !== text) return
        for (const { picture, at } of pictures) {
          if (!here.has(picture)) effects.push(begin.of({ picture, at: start + at }))
          here.add(picture)
        }
      })
      return { effects }
    }),
  ]
}

/** Takes pictures by paste and drop. */
export const takesPictures = (pictures: () => Pictures): Extension => [
  underway,
  goAlong(),
  EditorView.updateListener.of(({ view, transactions }) => {
    // One that arrived while its place was deleted.
    if (transactions.some(({ effects }) => effects.some((effect) => effect.is(begin)))) insertArrived(view)
  }),
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
