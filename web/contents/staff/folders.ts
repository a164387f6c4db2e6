import { contentNameMost } from '../../../contract/staff/contents.ts'
import type { FileInTree } from '../../ui/fileTree.ts'

const parts = (path: string) => path.split('/')

/** The folder of a path: `week 1` of `week 1/slides.pdf`; empty: none. */
export const folderOf = (path: string): string => parts(path).slice(0, -1).join('/')

const letters = new Intl.Segmenter()
/** The ending of a file's name. */
const ENDING = /\.[^.\s]{1,20}$/

/**
 * The name of a thing, shortened before its ending: a device has longer names than a course, which refuses all that come
 * with one.
 */
export function nameOf(path: string): string {
  const name = parts(path).at(-1) ?? path
  if (name.length <= contentNameMost) return name
  const ending = ENDING.exec(name)?.[0] ?? ''
  const most = contentNameMost - ending.length
  let start = ''
  for (const { segment } of letters.segment(name)) {
    if (start.length + segment.length > most) break
    start += segment
  }
  return start + ending
}

/** The folders of some files, level by level, the outermost first; each level in the order of the files. */
export function levelsOf(paths: string[]): string[][] {
  const folders = new Set(
    paths.flatMap((path) => {
      const all = parts(path).slice(0, -1)
      return all.map((_, i) => all.slice(0, i + 1).join('/'))
    }),
  )
  const byDepth = Map.groupBy(folders, (folder) => parts(folder).length)
  return [...byDepth].sort(([a], [b]) => a - b).map(([, level]) => level)
}

/** Files that operating systems leave in folders for themselves. */
const isOwn = (name: string) => name.startsWith('.') || ['thumbs.db', 'desktop.ini'].includes(name.toLowerCase())

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Sorts each folder by name, numbers by their value: Lecture 2 before Lecture 10. */
export function byName(a: string, b: string): number {
  const [as, bs] = [parts(a), parts(b)]
  const at = as.findIndex((part, i) => part !== bs[i])
  return collator.compare(as[at] ?? '', bs[at] ?? '')
}

/** The files to upload, sorted, without the operating systems' own. */
export const wanted = (files: FileInTree[]): FileInTree[] =>
  files.filter(({ path }) => !parts(path).some(isOwn)).sort((a, b) => byName(a.path, b.path))
