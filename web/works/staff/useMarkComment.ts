import { useRef, useState } from 'react'
import { mergeText } from '../../../contract/mergeText.ts'
import type { Mark } from '../../../contract/staff/marks.ts'
import type { Typed as Device } from '../../typed/typed.ts'
import { useTyped } from '../../typed/useTyped.ts'

/** The typed text, and the comment before it. */
interface Typed {
  text: string
  from: string
  /** The mark as it was then, and its submission. Somebody else may remove it. */
  of?: { submission: string; mark: Mark }
  /** False while the device could not keep it: then leaving would lose it. */
  kept?: boolean
}

/** The marks of a submission with an unsaved comment on this device, also those that are gone. */
export const marksTypedIn = (device: Device, submission: string): Mark[] =>
  [...device.all().values()].flatMap((kept) => {
    const of = readKept(kept)?.of
    return of?.submission === submission ? [of.mark] : []
  })

interface Subject {
  submission: string
  mark: Mark
  /** Somebody removed the mark. */
  gone: boolean
  /** The comment is typed and not saved, or that is over. */
  onTyped: (isTyped: boolean) => void
}

/**
 * The unsaved comment of a mark. The device keeps it until the server has it; another grader's text is merged into it.
 */
export function useMarkComment(
  { submission, mark, gone, onTyped }: Subject,
  save: (comment: string) => Promise<boolean>,
) {
  const device = useTyped('mark')
  const [typed, setTyped] = useState(() => readKept(device.read(mark._id)))
  /** Saving failed, or the text came back after a reload. */
  const [waits, setWaits] = useState(typed !== undefined)
  /** Our own texts are no other grader's, whichever of them is answered. */
  const [sent, setSent] = useState<string[]>([])
  if (typed && !gone && typed.from !== mark.comment) {
    const isOwn = sent.includes(mark.comment)
    const text = isOwn ? typed.text : mergeText(typed.from, typed.text, mark.comment).text
    setTyped({ ...typed, text, from: mark.comment })
  }
  const latest = useRef(typed)
  latest.current = typed

  function set(text: string) {
    const next = { text, from: typed?.from ?? mark.comment, of: { submission, mark } }
    setTyped({ ...next, kept: device.keep(mark._id, JSON.stringify(next)) })
    setWaits(false)
    onTyped(true)
  }
  function drop() {
    setTyped(undefined)
    setWaits(false)
    device.drop(mark._id)
    onTyped(false)
  }
  async function keep() {
    if (!typed || gone) return
    const { text } = typed
    setSent((all) => [...all, text])
    if (text !== mark.comment && !(await save(text))) return setWaits(true)
    // Text typed during the save stays, also what another tab typed.
    const now = latest.current?.kept === false ? latest.current : readKept(device.read(mark._id))
    if (now?.text === text) drop()
  }
  const isKept = typed?.kept !== false
  /** Nothing is written: an undo here means the mark. */
  const isEmpty = typed === undefined && mark.comment === ''
  return { isEmpty, text: typed?.text ?? mark.comment, waits: waits && typed !== undefined, isKept, set, keep, drop }
}

function readKept(kept: string | null): Typed | undefined {
  try {
    return (JSON.parse(kept ?? 'null') as Typed | null) ?? undefined
  } catch {
    return undefined
  }
}
