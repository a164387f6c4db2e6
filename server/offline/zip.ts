import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface Entry {
  path: string
  at: Date
  /** Whether compression makes it smaller. */
  compress: boolean
  /** Opens the content, in the entry's turn. */
  open: () => Promise<Readable>
}

/** A ZIP archive as a stream: one entry is open at a time, and nothing is stored. */
export function zipOf(entries: Entry[]): Readable {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  let current: Readable | undefined
  zip.on('error', (error) => out.destroy(error))
  // The reader may break off.
  out.on('close', () => current?.destroy())
  for (const { path, at, compress, open } of entries)
    zip.addReadStreamLazy(path, { compress, mtime: at }, (give) => {
      open().then(
        (bytes) => {
          current = bytes
          if (out.destroyed) bytes.destroy()
          else give(null, bytes)
        },
        (error) => out.destroy(error),
      )
    })
  zip.end()
  return out
}
