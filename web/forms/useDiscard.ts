import { useAuthoring } from '../i18n/authoring.ts'
import { toast } from '../ui/Toast.tsx'

/** Discards what was typed at one press, and offers it back: `discard` gives what does that. */
export function useDiscard(discard: () => () => void): () => void {
  const { form, writes } = useAuthoring()
  return () => toast(form.discarded, 'done', { label: writes.undo, run: discard() })
}
