import { useState } from 'react'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { StaffPart, staffCode } from '../loading/StaffPart.tsx'
import { Button } from '../ui/Button.tsx'

const dialog = staffCode('ExplainDialog', () => import('./ExplainDialog.tsx'))

/** Opens the explanation of the total, whose code loads then. */
export function Explain() {
  const t = useText().gradebook.explain
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t.open}
      </Button>
      {open && (
        <Load compact fallback={null}>
          <StaffPart code={dialog} given={{ onClose: () => setOpen(false) }} />
        </Load>
      )}
    </>
  )
}
