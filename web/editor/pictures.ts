import { redoDepth } from '@codemirror/commands'
import { type Extension, Transaction } from '@codemirror/state'
import { EditorView, ViewPlugin } from '@codemirror/view'
import { isOffline } from '../loading/call.ts'
import { newIdempotencyKey } from '../loading/idempotency.ts'
import { uploadQueue } from '../uploads/queue.ts'
import { checkFiles, followFile } from '../uploads/underway.ts'
import { withBare } from './addresses.ts'
import { Arriving, begin, end, goAlong, removalKeys, Upload, underway } from './placeholders.ts'

/** What the editor does with a pasted or dropped picture. */
export interface Pictures {
  /** The placeholder during the upload; `part` goes from 0 to 1. */
  sending: (name: string, part: number) => string
  /** The placeholder while there is no connection. */
  waiting: (name: string) => string
  /** Also once for a picture that waits for the connection. */
  onFailure: (error: unknown, file: File) => void
  /** The placeholder of a picture that is not tried again by itself, and its buttons. */
  stuck: (name: string) => string
  again: string
  remove: string
  onStuck: (name: string) => void
}

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
/** A server that was away is back by then. What still breaks the connection, such as a proxy, does so each time. */
const MOST_TRIES = 10

/** Waits until the network returns, or for a while: the server may have been away. */
async function backOnline(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const timer = setTimeout(resolve, RETRY_MS)
  addEventListener('online', resolve)
  await promise
  clearTimeout(timer)
  removeEventListener('online', resolve)
}

/**
 * Uploads a picture, and waits for the connection if there is none. Where there is one that breaks each time, or the
 * person has removed the picture meanwhile, they decide. False: it failed, or waits for them.
 */
async function send(upload: Upload, pictures: Pictures): Promise<boolean> {
  const { file } = upload
  const tell = (part: number) => upload.say(pictures.sending(file.name, part))
  tell(0)
  const key = `picture ${newIdempotencyKey()}`
  let tries = 0
  for (let isFirst = true; ; isFirst = false) {
    try {
      // Throws if the file was moved or deleted: its upload would fail as without a connection, each time.
      await file.slice(0, 1).arrayBuffer()
      const [{ location }, size] = await Promise.all([uploadQueue.add(key, file, tell), sizeOf(file)])
      upload.markdown = `![${words(file.name)}](${withBare(location)}${size})`
      for (const view of upload.views) insertArrived(view)
      return true
    } catch (error) {
      const { isWanted } = upload
      const waits = isWanted && isOffline(error)
      if (isWanted && (isFirst || !waits)) pictures.onFailure(error, file)
      if (!waits) {
        upload.markdown = null
        for (const view of upload.views) removeFailed(view)
        return false
      }
      if (navigator.onLine) tries++
      if (tries >= MOST_TRIES || !upload.isPlaced) return !askAbout(upload, pictures)
      upload.say(pictures.waiting(file.name))
      await backOnline()
    }
  }
}

/** Lets the person try again, or remove the picture. False: it stands in no text any more. */
function askAbout(upload: Upload, pictures: Pictures): boolean {
  const { name } = upload.file
  const { again, remove } = pictures
  const tell = () => pictures.onStuck(name)
  upload.say(pictures.stuck(name), { again, remove, tell, retry: () => followFile(send(upload, pictures)) })
  if (upload.isPlaced) tell()
  return upload.isPlaced
}

/** Inserts the pictures that are there at their places. */
function insertArrived(view: EditorView): void {
  for (const { picture } of view.state.field(underway)) {
    const { state } = view
    const from = state.field(underway).find((one) => one.picture === picture)?.at
    if (from === undefined || !picture.upload.markdown) continue
    const gap = endsInAddress(state.sliceDoc(state.doc.lineAt(from).from, from)) ? ' ' : ''
    const changes = state.changes({ from, insert: gap + picture.upload.markdown })
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

function removeFailed(view: EditorView): void {
  const failed = view.state.field(underway).filter(({ picture }) => picture.upload.markdown === null)
  view.dispatch({ effects: failed.map(({ picture }) => end.of(picture)) })
}

const picturesIn = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

/** Uploads pictures. The effects, which the caller dispatches, show their places. */
export function sendTo(view: EditorView, files: { file: File; at: number }[], pictures: Pictures) {
  return files.map(({ file, at }) => {
    const upload = new Upload(file, view)
    followFile(send(upload, pictures))
    return begin.of({ picture: new Arriving(upload), at })
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

/** Takes pictures by paste and drop. */
export const takesPictures = (pictures: () => Pictures): Extension => [
  underway,
  goAlong,
  removalKeys,
  ViewPlugin.define((view) => {
    const isReady = () => {
      const offer = view.state.field(underway).find(({ picture }) => picture.upload.offer)?.picture.upload.offer
      offer?.tell()
      return offer === undefined
    }
    return { destroy: checkFiles(isReady) }
  }),
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
