import { fileTypeFromBuffer } from 'file-type'

/** How many bytes from the beginning identify a file. */
export const headBytes = 65_536

const unknown = 'application/octet-stream'

/** The media type of a file by its first bytes, whatever its name or its sender says. */
export async function mediaTypeOf(head: Buffer): Promise<string> {
  const text = textOf(head)
  if (text !== undefined) return textType(text)
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  return found?.mime ?? unknown
}

/** Text is UTF-8, or UTF-16 with a mark, without control characters; the last character may be cut. */
function textOf(head: Buffer): string | undefined {
  // A PDF may be all ASCII, and still is no text.
  if (head.length === 0 || head.subarray(0, 1024).includes('%PDF-')) return undefined
  try {
    const text = new TextDecoder(encodingOf(head), { fatal: true }).decode(head, { stream: head.length >= headBytes })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells
    return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** By the byte order mark. Otherwise UTF-16 would look like sound, whose frames begin with the same byte. */
const encodingOf = ([first, second]: Buffer): string =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'

/** Distinguishes markup that a browser would run from text, so that no frame ever shows it. */
function textType(text: string): string {
  const begin = text.slice(0, 2_000).trimStart()
  if (/^WEBVTT(\s|$)/.test(begin)) return 'text/vtt'
  if (!begin.startsWith('<')) return 'text/plain'
  if (/<svg[\s>]/i.test(begin)) return 'image/svg+xml'
  if (/^<(!doctype html|html|head|body|script|iframe|!--)/i.test(begin)) return 'text/html'
  return 'application/xml'
}

/** Types that a browser may show by itself, because it runs nothing in them. */
export const isShown = (mediaType: string): boolean =>
  /^(application\/pdf|text\/(plain|vtt)|image\/(?!svg)[^;]+|audio\/[^;]+|video\/[^;]+)$/.test(mediaType)
