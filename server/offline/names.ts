import { safeFilename } from '../uploads/names.ts'

/** In characters, so that whole paths stay within what Windows opens. */
const FOLDER = 60
const FILE = 120
/** In bytes of UTF-8, with room for the number of an equal name: Linux and macOS open no longer name than 255. */
const BYTES = 240

/** A name that every system accepts for a file or a folder. */
function plainName(name: string, most: number): string {
  const safe = safeFilename(name.replace(/[/\\]/g, '-'))
    .replace(/[<>:"|?*]/g, '_')
    // Names of devices on Windows, whatever their ending.
    .replace(/^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i, '_$1')
  const ending = /\.[^.\s]{1,20}$/u.exec(safe)?.[0] ?? ''
  const stem = [...safe.slice(0, safe.length - ending.length)].slice(0, most - [...ending].length)
  while (Buffer.byteLength(stem.join('') + ending) > BYTES) stem.pop()
  return (stem.join('') + ending).replace(/[. ]+$/, '') || 'file'
}

/** The name of an assignment's archive. */
export const archiveName = (assignment: string): string => plainName(`${assignment}.zip`, FILE)

/** Makes names in one folder unique, also where capitals do not count. */
export function namesIn(kind: 'folder' | 'file'): (name: string) => string {
  const taken = new Set<string>()
  return (name) => {
    const plain = plainName(name, kind === 'folder' ? FOLDER : FILE)
    const [, stem = plain, ending = ''] = (kind === 'file' && /^(.+?)(\.[^.\s]{1,20})$/u.exec(plain)) || []
    let free = plain
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${stem} (${n})${ending}`
    taken.add(free.toLowerCase())
    return free
  }
}
