import { useAuthoring } from '../../i18n/authoring.ts'
import { useText } from '../../i18n/index.ts'
import { Dialog } from '../../ui/Dialog.tsx'

interface Props {
  groups: { id: string; name: string }[]
  onMove: (id: string) => void
  onClose: () => void
}

/** Moves people into a group that is chosen from all: for whoever does not drag. */
export function MoveDialog({ groups, onMove, onClose }: Props) {
  const t = useAuthoring().groups
  const { close } = useText()
  return (
    <Dialog title={t.moveTo} closeLabel={close} onClose={onClose} size="sm">
      {(leave) => (
        <ul aria-label={t.moveTo} className="-mx-2 grid">
          {groups.map(({ id, name }, i) => (
            <li key={id}>
              <button
                type="button"
                data-autofocus={i === 0 ? '' : undefined}
                className="flex min-h-11 w-full items-center rounded-md px-2 py-1.5 text-start font-medium hover:bg-hover"
                onClick={() => {
                  onMove(id)
                  leave('button')
                }}
              >
                <span className="min-w-0 break-words">{name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
