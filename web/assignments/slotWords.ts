import type { Slot } from '../../contract/assignments.ts'
import { uploadMost } from '../../contract/uploads.ts'
import type { useText } from '../i18n/index.ts'

type Words = ReturnType<typeof useText>['assignments']['file']

/** The conditions of a slot in words: how many files, which kinds, and how large. */
export const slotWords = ({ kinds, max_bytes, max_files = 1 }: Slot, t: Words): string =>
  t.takes(max_files, kinds?.map((kind) => kind.toUpperCase()).join(', '), megabytes(max_bytes ?? uploadMost))

/** At least one digit that is not 0. */
const megabytes = (bytes: number) => String(Number((bytes / 1_000_000).toPrecision(2)))

/** Why a slot refuses a file; undefined: it takes it. The server checks again. */
export function whyNotTaken({ kinds, max_bytes }: Slot, file: File, t: Words): string | undefined {
  if (file.size > uploadMost) return t.tooLarge
  if (max_bytes !== undefined && file.size > max_bytes) return t.tooLargeFor(megabytes(max_bytes))
  const isKind = !kinds || kinds.some((kind) => file.name.toLowerCase().endsWith(`.${kind}`))
  return isKind ? undefined : t.otherKind(kinds.map((kind) => kind.toUpperCase()).join(', '))
}
