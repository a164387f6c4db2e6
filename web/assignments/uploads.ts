import { useSyncExternalStore } from 'react'
import { type QueuedUpload, uploadQueue } from '../uploads/queue.ts'
import { attachment } from './form.ts'

/*
 * Uploads of worksheets, by assignment and slot. They outlive their worksheet: a person who visits another screen and comes
 * back finds the file attached.
 */

export const placeOf = (asgnId: string, name: string): string => `${asgnId}/${name}`

type Attach = (attached: string) => void

/** Where each upload lands: the draft on screen, or the last one that was. */
const arrivals = new Map<string, Attach>()

/** Files that were empty; kept as long as the page, since a draft stores no sizes. */
const empty = new Set<string>()

export const isFromEmptyFile = (attached: string): boolean => empty.has(attached)

/** Uploads a file for a slot. Returns its name when it is attached; a failure is kept with its reason. */
export async function uploadFile(place: string, file: File, attach: Attach): Promise<string | undefined> {
  arrivals.set(place, attach)
  try {
    const { location, filename } = await uploadQueue.add(place, file)
    const attached = attachment(location, filename)
    if (file.size === 0) empty.add(attached)
    arrivals.get(place)?.(attached)
    arrivals.delete(place)
    return filename
  } catch {
    return undefined
  }
}

/** From now on, uploads of a slot land here. */
export function onUploaded(place: string, attach: Attach): void {
  if (uploadQueue.isActiveUnder(place)) arrivals.set(place, attach)
}

/** Stops the upload of a slot, or clears its error. */
export const clearUpload = (place: string): void => uploadQueue.cancel(place)

/** The upload of a slot, under way or failed. */
export const useUpload = (place: string): QueuedUpload | undefined =>
  useSyncExternalStore(uploadQueue.subscribe, () => uploadQueue.get(place))

/** Whether an upload of this assignment is under way. */
export const useIsUploading = (asgnId: string): boolean =>
  useSyncExternalStore(uploadQueue.subscribe, () => uploadQueue.isActiveUnder(placeOf(asgnId, '')))
