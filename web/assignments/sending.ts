import { useSyncExternalStore } from 'react'
import { CallError } from '../loading/call.ts'
import { listeners } from '../ui/listeners.ts'
import { attachment } from './form.ts'
import { upload } from './upload.ts'

/*
 * The files that are on their way, by their place: the assignment and the slot. They outlive the worksheet that they
 * were chosen on: a person who goes to another screen of the product finds them attached on coming back.
 */

export interface Sending {
  file: File
  /** 0 to 1 */
  part: number
  stop: AbortController
  /** Why it did not get in; absent while it is on its way. */
  failed?: CallError['code'] | undefined
}

export const placeOf = (asgnId: string, name: string): string => `${asgnId}/${name}`

type Attach = (attached: string) => void

const all = new Map<string, Sending>()
/** Where each arrives: in the draft that is on screen, or in the last that was. */
const arrivals = new Map<string, Attach>()
const { subscribe, tell } = listeners()

/** What was attached from an empty file: as long as the page is open, since a draft says no sizes. */
const empty = new Set<string>()

export const isFromEmptyFile = (attached: string): boolean => empty.has(attached)

const isOnItsWay = (place: string) => all.has(place) && !all.get(place)?.failed

function put(place: string, sending: Sending | undefined): void {
  if (sending) all.set(place, sending)
  else all.delete(place)
  // Only then: a page that may ask before it is left is not kept ready for Back.
  if ([...all.keys()].some(isOnItsWay)) addEventListener('beforeunload', askFirst)
  else removeEventListener('beforeunload', askFirst)
  tell()
}

/** A page that is closed takes the file with it. */
const askFirst = (event: Event) => event.preventDefault()

/** Sends a file for a slot; answers its name when it is attached. What fails is kept with its reason. */
export async function sendFile(place: string, file: File, attach: Attach): Promise<string | undefined> {
  const stop = new AbortController()
  arrivals.set(place, attach)
  put(place, { file, part: 0, stop })
  try {
    const { location, filename } = await upload(file, (part) => put(place, { file, part, stop }), stop.signal)
    const attached = attachment(location, filename)
    if (file.size === 0) empty.add(attached)
    arrivals.get(place)?.(attached)
    forgetFile(place)
    return filename
  } catch (failure) {
    const failed = failure instanceof CallError ? failure.code : 'internal'
    if (stop.signal.aborted) forgetFile(place)
    else put(place, { file, part: 0, stop, failed })
    return undefined
  }
}

/** What is on its way to a slot arrives here from now on. */
export function arriveAt(place: string, attach: Attach): void {
  if (isOnItsWay(place)) arrivals.set(place, attach)
}

/** Nothing is said any more of what failed. */
export function forgetFile(place: string): void {
  arrivals.delete(place)
  put(place, undefined)
}

/** The file that is on its way to a slot, or failed to get there. */
export const useSending = (place: string): Sending | undefined => useSyncExternalStore(subscribe, () => all.get(place))

/** Whether something is on its way to a slot of this assignment. */
export const useIsSending = (asgnId: string): boolean =>
  useSyncExternalStore(subscribe, () => [...all.keys()].some((p) => p.startsWith(placeOf(asgnId, '')) && isOnItsWay(p)))
