import { useCan } from '../courses/membership.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { useHiddenNames } from './useHiddenNames.ts'

/** Says that graders see no names, with a button for people who may show them. */
export function NamesHidden({ asgnId }: { asgnId: string }) {
  const t = useAuthoring().grading
  const can = useCan()
  const setHidden = useHiddenNames(asgnId)
  return (
    <Alert
      action={
        can.release && (
          <Button size="sm" onClick={() => void setHidden(false)}>
            {t.showNames}
          </Button>
        )
      }
    >
      {t.namesHidden}
    </Alert>
  )
}
