import { isOutBy, publicationOf, publishAt } from '../publishing/rules.ts'
import type { ContentRow } from './queries.ts'
import type { Edit } from './writes.ts'

interface Asked {
  file_name?: string
  file_description?: string
  publish_at?: string | null
}

/** The new content of a file. */
interface File {
  upload_id: string
  /** The Markdown of a page. */
  page: string | null
}

/** The row of a thing after an edit. A thing counts as updated only if students saw it before. */
export function edited(before: ContentRow, asked: Asked, file: File | undefined, now: Date): Edit {
  const words = { name: asked.file_name ?? before.name, description: asked.file_description ?? before.description }
  const upload_id = file?.upload_id ?? before.file?.id ?? null
  const isNew =
    words.name !== before.name || words.description !== before.description || upload_id !== (before.file?.id ?? null)
  return {
    ...{ id: before.id, ...words, upload_id, page: file?.page ?? null },
    publish_at: publishAt(asked.publish_at, before, now),
    updated_at: isNew && isOutBy(before, now) ? now : before.updated_at,
  }
}

/** The kind of a change of several things: the first one whose time of publication changes decides. */
export function kindOfEdit(before: ContentRow[], after: Edit[], now: Date) {
  for (const [i, row] of before.entries()) {
    const done = after[i] && publicationOf(row, after[i], now)
    if (done) return `contents_${done}` as const
  }
  return 'content_edited' as const
}
