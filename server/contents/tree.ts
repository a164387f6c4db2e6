import type { ContentItem } from '../../contract/contents.ts'
import { found } from '../errors.ts'
import type { ContentRow } from './queries.ts'

type Item = Omit<ContentItem, 'file_upload_datetime' | 'file_update_datetime' | 'children'> & {
  file_upload_datetime: Date
  file_update_datetime: Date | null
  children?: Item[]
}

/** The address of a file, signed. */
type Sign = (file: { id: string; filename: string }) => string

/** The rows as a tree, each folder in the order of the rows. What lies in a folder that is not among them is left out. */
export const treeOf = (rows: ContentRow[], sign: Sign): Item[] => planter(rows, sign)(null)

/** The item of this id, with all that is in it. */
export function itemOf(rows: ContentRow[], sign: Sign, id: string): Item {
  const { parent_id } = found(rows.find((row) => row.id === id))
  return found(planter(rows, sign)(parent_id).find((item) => item._id === id))
}

function planter(rows: ContentRow[], sign: Sign) {
  const inFolder = Map.groupBy(rows, (row) => row.parent_id)
  const childrenOf = (id: string | null): Item[] =>
    (inFolder.get(id) ?? []).map(({ file, ...row }) => ({
      _id: row.id,
      file_name: row.name,
      file_description: row.description,
      file_upload_datetime: row.uploaded_at,
      file_update_datetime: row.updated_at,
      ...(file
        ? { file_path: sign(file), file_type: file.media_type, file_bytes: file.bytes }
        : { children: childrenOf(row.id) }),
    }))
  return childrenOf
}
