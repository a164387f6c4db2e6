import type { Work } from '../../contract/staff/grading.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import type { Row } from './rows.tsx'

interface Props {
  work: Work
  /** The work in the list, which live events keep up to date. */
  row: Row | undefined
  /** A regrade request for another attempt. */
  asked: { submission_id: string; attempt: number } | undefined
  onShow: (submission: string) => void
}

/** Other attempts of the same owner that a grader should know of. */
export function AttemptNotes({ work, row, asked, onShow }: Props) {
  const { grading: t } = useAuthoring()
  const isNew = row?.submission != null && !work.attempts.some(({ _id }) => _id === row.submission)
  const note = (words: string, attempt: number, submission: string) => (
    <Alert
      live
      tone="late"
      action={
        <Button size="sm" onClick={() => onShow(submission)}>
          {t.attempt(attempt)}
        </Button>
      }
    >
      {words}
    </Alert>
  )
  return (
    <>
      {isNew && note(t.handedInAgain, row.attempts, row.submission ?? '')}
      {asked && note(t.regrades.other, asked.attempt, asked.submission_id)}
    </>
  )
}
