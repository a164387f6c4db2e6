import { useRef, useState } from 'react'
import { groupMembersMost } from '../../../contract/groups.ts'
import { madeMost } from '../../../contract/staff/groups.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useText } from '../../i18n/index.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { sizesOf } from './board.ts'

type Deal = ({ size: number } | { count: number }) & { balanced: boolean; name: string }

interface Props {
  /** How many students have no group. */
  people: number
  /** How many people the grouping allows in a group; null: any number. */
  least: number | null
  most: number | null
  onDeal: (body: Deal) => void
  onClose: () => void
}

/** Makes random groups of everyone without one, after showing how many. */
export function RandomDialog({ people, least, most: allowed, onDeal, onClose }: Props) {
  const t = useAuthoring().groups
  const { close } = useText()
  const [by, setBy] = useState<'size' | 'count'>('size')
  const [n, setN] = useState<number | null>(allowed ?? 4)
  const [balanced, setBalanced] = useState(true)
  const [wrong, setWrong] = useState(false)
  const number = useRef<HTMLInputElement>(null)
  const most = by === 'size' ? groupMembersMost : madeMost
  const isRight = n !== null && Number.isInteger(n) && n >= 1 && n <= most
  const count = isRight ? (by === 'size' ? Math.ceil(people / n) : Math.min(n, people)) : 0
  const sizes = sizesOf(people, count)
  return (
    <Dialog title={t.random} closeLabel={close} onClose={onClose} size="sm">
      {(leave) => (
        <form
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            setWrong(!isRight)
            if (!isRight) return number.current?.focus()
            onDeal({ ...(by === 'size' ? { size: n } : { count: n }), balanced, name: t.groupName })
            leave('button')
          }}
        >
          <Select
            label={t.by}
            value={by}
            onChange={(chosen) => setBy(chosen as typeof by)}
            options={[
              { value: 'size', label: t.bySize },
              { value: 'count', label: t.byCount },
            ]}
          />
          <NumberField
            label={by === 'size' ? t.bySize : t.byCount}
            value={n}
            min={1}
            max={most}
            onChange={setN}
            ref={number}
            error={wrong && !isRight ? t.numberWrong(most) : undefined}
            data-autofocus=""
          />
          <Switch label={t.balanced} help={t.balancedHelp} checked={balanced} onChange={setBalanced} />
          <div role="status" className="grid gap-3">
            {isRight && <p className="text-ink-soft text-sm">{t.willMake(count, people)}</p>}
            {allowed !== null && sizes.most > allowed && <Alert tone="soon">{t.larger(sizes.most, allowed)}</Alert>}
            {least !== null && count > 0 && sizes.least < least && (
              <Alert tone="soon">{t.smaller(sizes.least, least)}</Alert>
            )}
          </div>
          <Button type="submit" variant="primary">
            {t.make}
          </Button>
        </form>
      )}
    </Dialog>
  )
}
