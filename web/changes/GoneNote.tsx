import { useAuthoring } from '../i18n/authoring.ts'
import { isNotFound } from '../loading/call.ts'
import { Alert } from '../ui/Alert.tsx'

/** Says that somebody removed what is still on screen. */
export function GoneNote({ error }: { error: unknown }) {
  const { gone } = useAuthoring().writes
  if (!isNotFound(error)) return null
  return (
    <Alert live tone="wrong">
      {gone}
    </Alert>
  )
}
