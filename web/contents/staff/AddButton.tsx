import { Button } from '../../ui/Button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'

/** A button at the end of a short list that adds an item. */
export function AddButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <div className="px-1 pt-1 pb-1">
      <Button size="sm" icon={<PlusIcon size={18} />} onClick={onPress}>
        {label}
      </Button>
    </div>
  )
}
