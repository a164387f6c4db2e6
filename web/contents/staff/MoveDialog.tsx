import type { ContentItem } from '../../../contract/contents.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useText } from '../../i18n/index.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FolderIcon, HomeIcon } from '../../ui/icons.tsx'

interface Props {
  items: ContentItem[]
  moved: ContentItem[]
  onMove: (parent_id: string | null) => void
  onClose: () => void
}

/** Moves things into a folder that is chosen from all: for whoever does not drag. */
export function MoveDialog({ items, moved, onMove, onClose }: Props) {
  const t = useAuthoring().contents
  const { close } = useText()
  const ids = new Set(moved.map(({ _id }) => _id))
  const folders = foldersIn(items, ids)
  return (
    <Dialog title={t.moveTo} closeLabel={close} onClose={onClose} size="sm">
      {(leave) => (
        <ul aria-label={t.moveTo} className="-mx-2 grid">
          {[{ id: null, name: t.topLevel, depth: 0 }, ...folders].map(({ id, name, depth }, i) => (
            <li key={id}>
              <button
                type="button"
                data-autofocus={i === 0 ? '' : undefined}
                className="flex min-h-11 w-full items-center gap-3 rounded-md px-2 py-1.5 text-start hover:bg-hover"
                onClick={() => {
                  onMove(id)
                  leave('button')
                }}
              >
                <span style={{ width: `${depth}rem` }} />
                {id === null ? <HomeIcon className="text-ink-soft" /> : <FolderIcon className="text-accent" />}
                <span className="min-w-0 flex-1 break-words font-medium">{name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

/** All folders but those that are moved, and what is in these. */
function foldersIn(items: ContentItem[], moved: Set<string>, depth = 1): { id: string; name: string; depth: number }[] {
  return items.flatMap(({ _id: id, file_name: name, children }) =>
    children && !moved.has(id) ? [{ id, name, depth }, ...foldersIn(children, moved, depth + 1)] : [],
  )
}
