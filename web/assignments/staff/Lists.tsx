import type { ReactNode } from 'react'
import { v4 as newUuid } from 'uuid'
import { useAuthoring } from '../../i18n/authoring.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { returnFocus } from '../../ui/focus.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { Fields, SetFields, SlotFields } from './fields.ts'

interface Props {
  values: Fields
  set: (change: Partial<Fields>) => void
  error: string | undefined
}

/** The file slots, with their conditions. */
export function Slots({ values, set, error }: Props) {
  const t = useAuthoring().sheet
  const { slots } = values
  const edit = (n: number, part: Partial<SlotFields>) =>
    set({ slots: slots.map((slot, i) => (i === n ? { ...slot, ...part } : slot)) })
  const added = { _id: newUuid(), slotname: '', kinds: '', megabytes: null, max_files: 1 }
  return (
    <div className="grid gap-4">
      {slots.map((slot, n) => (
        <Item key={slot._id} label={t.removeSlot(slot.slotname)} onRemove={() => set({ slots: slots.toSpliced(n, 1) })}>
          <TextField
            {...{ label: t.slotName, placeholder: t.slotPlaceholder, maxLength: 200, value: slot.slotname }}
            onChange={(slotname) => edit(n, { slotname })}
            error={slot.slotname.trim() === '' ? error : undefined}
          />
          <TextField label={t.kinds} value={slot.kinds} onChange={(kinds) => edit(n, { kinds })} />
          <div className="grid gap-3 sm:grid-cols-2">
            <NumberField
              {...{ label: t.megabytes, min: 0, max: 20, step: 'any', value: slot.megabytes }}
              onChange={(megabytes) => edit(n, { megabytes })}
            />
            <NumberField
              {...{ label: t.maxFiles, min: 1, max: 20, value: slot.max_files }}
              onChange={(max_files) => edit(n, { max_files })}
            />
          </div>
        </Item>
      ))}
      {slots.length > 0 && (
        <NumberField
          {...{ label: t.filePoints, min: 0, step: 'any', value: values.assignment_score_file }}
          onChange={(assignment_score_file) => set({ assignment_score_file })}
        />
      )}
      <AddButton label={t.addSlot} onPress={() => set({ slots: [...slots, added] })} />
    </div>
  )
}

/** The question sets. */
export function Sets({ values, set, error }: Props) {
  const t = useAuthoring().sheet
  const { sets } = values
  const edit = (n: number, part: Partial<SetFields>) =>
    set({ sets: sets.map((one, i) => (i === n ? { ...one, ...part } : one)) })
  const added = { _id: newUuid(), name: '', draw: 1, score: 1 }
  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">{t.sets}</legend>
      {sets.map((one, n) => (
        <Item key={one._id} label={t.removeSet(one.name)} onRemove={() => set({ sets: sets.toSpliced(n, 1) })}>
          <TextField
            {...{ label: t.setName, maxLength: 200, value: one.name }}
            onChange={(name) => edit(n, { name })}
            error={one.name.trim() === '' ? error : undefined}
          />
          <div className="grid gap-3 sm:grid-cols-2">
            <NumberField {...{ label: t.draw, min: 1, value: one.draw }} onChange={(draw) => edit(n, { draw })} />
            <NumberField
              {...{ label: t.setPoints, min: 0, step: 'any', value: one.score }}
              onChange={(score) => edit(n, { score })}
            />
          </div>
        </Item>
      ))}
      <AddButton label={t.addSet} onPress={() => set({ sets: [...sets, added] })} />
    </fieldset>
  )
}

function Item({ label, onRemove, children }: { label: string; onRemove: () => void; children: ReactNode }) {
  return (
    <Card className="flex items-start gap-3">
      <div className="grid min-w-0 flex-1 gap-3">{children}</div>
      <IconButton ref={returnFocus} label={label} icon={<TrashIcon size={18} />} onClick={onRemove} />
    </Card>
  )
}

const AddButton = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <p>
    <Button size="sm" icon={<PlusIcon size={16} />} onClick={onPress}>
      {label}
    </Button>
  </p>
)
