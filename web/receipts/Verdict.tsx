import { useText } from '../i18n/index.ts'
import { Alert } from '../ui/Alert.tsx'

/** Whether a receipt is valid, in words. */
export function Verdict({ valid }: { valid: boolean }) {
  const t = useText().assignments.receipt
  return valid ? (
    <Alert live tone="done" title={t.valid}>
      {t.validText}
    </Alert>
  ) : (
    <Alert live tone="wrong" title={t.invalid}>
      {t.invalidText}
    </Alert>
  )
}
