import type { ContentItem } from '../../contract/contents.ts'
import type { MemberGrant } from '../access/rules.ts'
import { found } from '../errors.ts'
import type { ContentRow } from './queries.ts'

type Times = 'file_upload_datetime' | 'file_update_datetime' | 'publish_at'

export type Item = Omit<ContentItem, Times | 'children'> & {
  file_upload_datetime: Date
  file_update_datetime: Date | null
  publish_at?: Date | null
  children?: Item[]
}

interface Shown {
  audience: MemberGrant['audience']
  /** Returns the signed address of a file. */
  sign: (file: { id: string; filename: string }) => string
}

/** The rows as a tree, each folder in the order of the rows. A row whose folder is missing is left out. */
export const treeOf = (rows: ContentRow[], shown: Shown): Item[] => planter(rows, shown).childrenOf(null)

/** The items of these ids, each with everything in it. */
export function itemsOf(rows: ContentRow[], shown: Shown, ids: string[]): Item[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const { itemOf } = planter(rows, shown)
  return ids.map((id) => itemOf(found(byId.get(id))))
}

function planter(rows: ContentRow[], { audience, sign }: Shown) {
  const inFolder = Map.groupBy(rows, (row) => row.parent_id)
  const childrenOf = (id: string | null): Item[] => (inFolder.get(id) ?? []).map(itemOf)
  const itemOf = ({ file, ...row }: ContentRow): Item => ({
    _id: row.id,
    file_name: row.name,
    file_description: row.description,
    file_upload_datetime: row.uploaded_at,
    file_update_datetime: row.updated_at,
    ...(file
      ? {
          file_path: sign(file),
          file_type: file.media_type,
          file_bytes: file.bytes,
          ...(row.is_page && { is_page: true as const }),
        }
      : { children: childrenOf(row.id) }),
    ...(audience === 'staff' && { revision: row.revision, publish_at: row.publish_at }),
  })
  return { childrenOf, itemOf }
}
