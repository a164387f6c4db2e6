import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { Title } from '../common/Title.tsx'
import { useLeave } from '../common/useLeave.ts'
import { useCan } from '../courses/membership.ts'
import { FormSkeleton } from '../forms/FormSkeleton.tsx'
import type { Start } from '../forms/useForm.ts'
import { useText } from '../i18n/index.ts'
import { isNotFound } from '../loading/call.ts'
import { useBackOnFailure } from '../loading/useBackOnFailure.ts'
import { Dialog } from '../ui/Dialog.tsx'

interface Props<T, V> {
  title: string
  /** Absent: a new one. */
  id: string | undefined
  /** The thing to edit; a new one does not load it. */
  thing: UseQueryResult<T>
  empty: Start<V>
  startOf: (thing: T) => Start<V>
  /** The screen below. */
  back: string
  /** The form, once its first values are known. */
  children: (start: Start<V>, onLeave: () => void) => ReactNode
}

/**
 * The dialog in which staff make a thing, or edit one that loads first. When it closes, the device keeps unsaved text.
 */
export function ComposeThing<T, V>({ title, id, thing, empty, startOf, back, children }: Props<T, V>) {
  const { close } = useText()
  const { author } = useCan()
  const leave = useLeave()
  useBackOnFailure(thing, back)
  if (!author) return <Navigate to={back} replace />

  const start = id ? thing.data && { ...startOf(thing.data), gone: isNotFound(thing.error) } : empty
  const onLeave = () => leave(back)
  if (start) return children(start, onLeave)
  return (
    <Dialog title={title} closeLabel={close} onClose={onLeave} size="lg">
      <Title over of={title} />
      <FormSkeleton />
    </Dialog>
  )
}
