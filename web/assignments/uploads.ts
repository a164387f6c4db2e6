import { useSyncExternalStore } from 'react'
import { CallError } from '../loading/call.ts'
import { listeners } from '../ui/listeners.ts'
import { attachment } from './form.ts'
import { upload } from './upload.ts'

/*
 * Uploads under way, by assignment and slot. They outlive their worksheet: a person who visits another screen and comes
 * back finds the file attached.
 */

export interface UploadState {
  file: File
  /** 0 to 1 */
  part: number
  stop: AbortController
  /** Why the upload failed; absent while it is under way. */
  failed?: CallError['code'] | undefined
}

export const placeOf = (asgnId: string, name: string): string => `${asgnId}/${name}`

type Attach = (attached: string) => void

const all = new Map<string, UploadState>()
/** Where each upload lands: the draft on screen, or the last one that was. */
const arrivals = new Map<string, Attach>()
const { subscribe, tell } = listeners()

/** Files that were empty; kept as long as the page, since a draft stores no sizes. */
const empty = new Set<string>()

export const isFromEmptyFile = (attached: string): boolean => empty.has(attached)

const isOnItsWay = (place: string) => all.has(place) && !all.get(place)?.failed

function put(place: string, sending: UploadState | undefined): void {
  if (sending) all.set(place, sending)
  else all.delete(place)
  // Only now: a page with a `beforeunload` listener is not cached for Back.
  if ([...all.keys()].some(isOnItsWay)) addEventListener('beforeunload', askFirst)
  else removeEventListener('beforeunload', askFirst)
  tell()
}

/** Closing the page stops the upload. */
const askFirst = (event: Event) => event.preventDefault()

/** Uploads a file for a slot. Returns its name when it is attached; a failure is kept with its reason. */
export async function uploadFile(place: string, file: File, attach: Attach): Promise<string | undefined> {
  const stop = new AbortController()
  arrivals.set(place, attach)
  put(place, { file, part: 0, stop })
  try {
    const { location, filename } = await upload(file, (part) => put(place, { file, part, stop }), stop.signal)
    const attached = attachment(location, filename)
    if (file.size === 0) empty.add(attached)
    arrivals.get(place)?.(attached)
    clearUpload(place)
    return filename
  } catch (failure) {
    const failed = failure instanceof CallError ? failure.code : 'internal'
    if (stop.signal.aborted) clearUpload(place)
    else put(place, { file, part: 0, stop, failed })
    return undefined
  }
}

/** From now on, uploads of a slot land here. */
export function onUploaded(place: string, attach: Attach): void {
  if (isOnItsWay(place)) arrivals.set(place, attach)
}

/** Clears the error of a failed upload. */
export function clearUpload(place: string): void {
  arrivals.delete(place)
  put(place, undefined)
}

/** The upload of a slot, under way or failed. */
export const useUpload = (place: string): UploadState | undefined =>
  useSyncExternalStore(subscribe, () => all.get(place))

/** Whether an upload of this assignment is under way. */
export const useIsUploading = (asgnId: string): boolean =>
  useSyncExternalStore(subscribe, () => [...all.keys()].some((p) => p.startsWith(placeOf(asgnId, '')) && isOnItsWay(p)))
