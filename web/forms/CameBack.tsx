import { useAuthoring } from '../i18n/authoring.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { useDiscard } from './useDiscard.ts'

/** Says that the values are from an earlier visit. `discard` discards them and returns what puts them back. */
export function CameBack({ discard }: { discard: () => () => void }) {
  const t = useAuthoring().form
  const discardAll = useDiscard(discard)
  return (
    <Alert
      action={
        <Button size="sm" onClick={discardAll}>
          {t.discard}
        </Button>
      }
    >
      {t.cameBack}
    </Alert>
  )
}
