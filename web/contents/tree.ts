import { searched } from '../../contract/comparedText.ts'
import type { ContentItem } from '../../contract/contents.ts'
import { earlier } from '../i18n/dates.ts'

const newest = (a: ContentItem, b: ContentItem) => earlier(b.file_upload_datetime, a.file_upload_datetime)

export interface Match {
  item: ContentItem
  /** The names of its parent folders, the outermost first. */
  folders: string[]
}

/** All items at any depth with `wanted` in their name, ignoring case; newest first. */
export function search(items: ContentItem[], wanted: string): Match[] {
  const needle = searched(wanted.trim())
  const matches: Match[] = []
  const walk = (level: ContentItem[], folders: string[]) => {
    for (const item of level) {
      if (searched(item.file_name).includes(needle)) matches.push({ item, folders })
      if (item.children) walk(item.children, [...folders, item.file_name])
    }
  }
  walk(items, [])
  return matches.sort((a, b) => newest(a.item, b.item))
}

const baseOf = (name: string) => name.replace(/\.[^.]*$/, '')

/** The name of the uploaded file: the end of its address. */
const uploadedAs = ({ file_path = '' }: ContentItem): string => {
  const last = new URL(file_path, 'http://localhost').pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

/** The captions of a video: the WebVTT file beside it with the same base name. */
export function captionsOf(items: ContentItem[], id: string): ContentItem | undefined {
  const own = items.find((item) => item._id === id)
  if (!own) {
    for (const { children } of items) {
      const found = children && captionsOf(children, id)
      if (found) return found
    }
    return undefined
  }
  return items.find(
    (item) =>
      item._id !== id &&
      item.file_path &&
      (item.file_type?.startsWith('text/vtt') || /\.vtt$/i.test(uploadedAs(item))) &&
      (baseOf(item.file_name) === baseOf(own.file_name) || baseOf(uploadedAs(item)) === baseOf(uploadedAs(own))),
  )
}
