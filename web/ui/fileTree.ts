/** A file with its place below what was dropped: `week 1/slides.pdf`. */
export interface FileInTree {
  file: File
  path: string
}

/** All files of the dropped entries and of their folders, in the order of the folders; a file that is gone is left out. */
export async function filesIn(entries: readonly (FileSystemEntry | null)[]): Promise<FileInTree[]> {
  const files: FileInTree[] = []
  for (const entry of entries) {
    if (entry && isFile(entry)) {
      const file = await new Promise<File | undefined>((done) => entry.file(done, () => done(undefined)))
      if (file) files.push({ file, path: entry.fullPath.replace(/^\//, '') })
    } else if (entry && isFolder(entry)) files.push(...(await filesIn(await entriesOf(entry))))
  }
  return files
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** Browsers give the entries of a folder in parts; an empty part is the last. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((done) => reader.readEntries(done, () => done([])))
    if (part.length === 0) return all
    all.push(...part)
  }
}
