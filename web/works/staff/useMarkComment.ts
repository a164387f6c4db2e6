import { useState } from 'react'
import { mergeText } from '../../../contract/mergeText.ts'
import type { Mark } from '../../../contract/staff/marks.ts'
import { useTyped } from '../../typed/useTyped.ts'

/** What is typed, and what stood there before. */
interface Typed {
  text: string
  from: string
}

/**
 * The comment of a mark as it is typed. The device keeps it until the server has it; what another grader writes meanwhile is
 * merged into it.
 */
export function useMarkComment(mark: Mark, save: (comment: string) => Promise<boolean>) {
  const device = useTyped('mark')
  const [typed, setTyped] = useState(() => readKept(device.read(mark._id)))
  /** It could not be saved, or came back after a reload. */
  const [waits, setWaits] = useState(typed !== undefined)
  /** What was sent last is no text of another. */
  const [sent, setSent] = useState<string>()
  if (typed && typed.from !== mark.comment) {
    const isOwn = mark.comment === sent
    setTyped({ text: isOwn ? typed.text : mergeText(typed.from, typed.text, mark.comment).text, from: mark.comment })
  }

  function set(text: string) {
    const next = { text, from: typed?.from ?? mark.comment }
    setTyped(next)
    setWaits(false)
    device.keep(mark._id, JSON.stringify(next))
  }
  function drop() {
    setTyped(undefined)
    setWaits(false)
    device.drop(mark._id)
  }
  async function keep() {
    if (!typed) return
    const { text } = typed
    setSent(text)
    if (text !== mark.comment && !(await save(text))) return setWaits(true)
    // What was typed on while it was saved stays.
    if (readKept(device.read(mark._id))?.text === text) drop()
  }
  return { text: typed?.text ?? mark.comment, waits: waits && typed !== undefined, set, keep, drop }
}

function readKept(kept: string | null): Typed | undefined {
  try {
    return (JSON.parse(kept ?? 'null') as Typed | null) ?? undefined
  } catch {
    return undefined
  }
}
