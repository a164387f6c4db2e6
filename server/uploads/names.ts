/** In characters, the longest file name that is kept. */
const MOST = 200
/** In characters, how much of a name is looked at: to compose its letters may take the square of its length. */
const LOOK = 1_000
/** What counts as an ending when a long name is shortened. */
const ENDING = /\.[^.\s]{1,20}$/u

/**
 * The stored name of a file: any script, without the folders of the sender's machine and without invisible characters:
 * control characters, and marks that turn the direction of the text (`exe.fdp` must not look like `pdf.exe`).
 */
export function safeFilename(given: string): string {
  const name = given
    .slice(-LOOK)
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[/\\]/su, '')
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .trim()
  const safe = /^\.*$/.test(name) ? 'file' : name
  const characters = [...safe]
  if (characters.length <= MOST) return safe
  const ending = ENDING.exec(safe)?.[0] ?? ''
  return characters.slice(0, MOST - [...ending].length).join('') + ending
}

/** A Content-Disposition header that names the file in any script (RFC 6266, RFC 5987). */
export function disposition(kind: 'inline' | 'attachment', filename: string): string {
  const plain = filename.replace(/[^ -~]|["\\%]/gu, '_')
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
