import type { ContentItem } from '../../../contract/contents.ts'
import { MoveToDialog } from '../../changes/MoveToDialog.tsx'
import { useAuthoring } from '../../i18n/authoring.ts'
import { FolderIcon, HomeIcon } from '../../ui/icons.tsx'

interface Props {
  items: ContentItem[]
  moved: ContentItem[]
  onMove: (parent_id: string | null) => void
  onClose: () => void
}

/** Moves things into a folder, or out of all. */
export function MoveDialog({ items, moved, onMove, onClose }: Props) {
  const t = useAuthoring().contents
  const folders = foldersIn(items, new Set(moved.map(({ _id }) => _id)))
  const places = [
    { id: null, name: t.topLevel, depth: 0, icon: <HomeIcon className="text-ink-soft" /> },
    ...folders.map((folder) => ({ ...folder, icon: <FolderIcon className="text-accent" /> })),
  ]
  return (
    <MoveToDialog title={t.moveTo} searchLabel={t.searchFolders} places={places} onMove={onMove} onClose={onClose} />
  )
}

/** All folders except the moved ones and everything in them. */
function foldersIn(items: ContentItem[], moved: Set<string>, depth = 1): { id: string; name: string; depth: number }[] {
  return items.flatMap(({ _id: id, file_name: name, children }) =>
    children && !moved.has(id) ? [{ id, name, depth }, ...foldersIn(children, moved, depth + 1)] : [],
  )
}
