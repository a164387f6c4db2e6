import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'

interface Props {
  title: string
  text: string
  discard: string
  onDiscard: () => void
}

/** What a person typed and can no longer send, until they discard it. */
export function NotSent({ title, text, discard, onDiscard }: Props) {
  return (
    <Alert
      live
      tone="late"
      title={title}
      action={
        <Button size="sm" onClick={onDiscard}>
          {discard}
        </Button>
      }
    >
      <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
    </Alert>
  )
}
