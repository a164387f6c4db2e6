import type { Tone } from './tone.ts'

/** A button in a message, such as Undo. */
export interface Action {
  label: string
  run: () => void
  /** The same can be done elsewhere, such as in a history. */
  isElsewhere?: boolean
  /** There is nothing left to do, because it was done elsewhere. */
  isOver?: () => boolean
}
export type Message = { id: number; message: string; tone: Tone; action?: Action | undefined }

/** How many messages are visible at most, besides those with the only way to do something. */
const MOST = 3

/** Whether a message has the only way to do something. */
export const isOnlyWay = ({ action }: Message): boolean => action !== undefined && !action.isElsewhere

/**
 * The messages with a further one, in place of an earlier one with the same words. Where there are too many, the oldest
 * without a button leaves, otherwise the oldest whose button is also elsewhere.
 */
export function withMessage(all: Message[], next: Message): Message[] {
  const left = all.filter((one) => one.message !== next.message || isOnlyWay(one))
  const first = left.find(({ action }) => !action) ?? left.find((one) => !isOnlyWay(one))
  return [...left.filter((one) => left.length < MOST || one !== first), next]
}
