import { useAuthoring } from '../../i18n/authoring.ts'
import { Button } from '../../ui/Button.tsx'
import { returnFocus } from '../../ui/focus.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { FolderIcon, TrashIcon, XIcon } from '../../ui/icons.tsx'

interface Props {
  count: number
  busy: boolean
  /** Some of the selected things are unpublished, and some are published. */
  canPublish: boolean
  canUnpublish: boolean
  onPublish: () => void
  onUnpublish: () => void
  onMove: () => void
  onRemove: () => void
  onClear: () => void
}

/** The actions on everything that is selected. */
export function SelectionBar(props: Props) {
  const { count, busy, canPublish, canUnpublish, onPublish, onUnpublish, onMove, onRemove, onClear } = props
  const t = useAuthoring().contents
  return (
    <div
      ref={returnFocus}
      role="toolbar"
      aria-label={t.selection}
      className="flex min-h-11 flex-wrap items-center gap-2"
    >
      <IconButton label={t.clear} icon={<XIcon />} onClick={onClear} className="-mx-1" />
      <span role="status" className="mr-auto font-semibold text-sm">
        {t.selected(count)}
      </span>
      {canPublish && (
        <Button variant="primary" size="sm" pending={busy} onClick={onPublish}>
          {t.publish}
        </Button>
      )}
      {canUnpublish && (
        <Button size="sm" pending={busy} onClick={onUnpublish}>
          {t.unpublish}
        </Button>
      )}
      <Button size="sm" icon={<FolderIcon size={18} />} onClick={onMove}>
        {t.moveTo}
      </Button>
      <IconButton label={t.remove} icon={<TrashIcon />} aria-disabled={busy} onClick={() => busy || onRemove()} />
    </div>
  )
}
