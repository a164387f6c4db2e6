import { entriesOf, entryOf } from './archive.ts'

/** With `n`, one file of the archive; without, the list of them. */
export interface Question {
  bytes: Uint8Array
  n?: number
}

self.onmessage = ({ data: { bytes, n } }: MessageEvent<Question>) => {
  try {
    self.postMessage({ answer: n === undefined ? entriesOf(bytes) : entryOf(bytes, n) })
  } catch (error) {
    self.postMessage({ problem: error instanceof RangeError ? 'too_large' : 'broken' })
  }
}
