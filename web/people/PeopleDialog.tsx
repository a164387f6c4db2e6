import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { Title } from '../common/Title.tsx'
import { useLeave } from '../common/useLeave.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'

/** A dialog over the list of people, for people who may change it. */
export function PeopleDialog({ title, children }: { title: string; children: ReactNode }) {
  const list = `/course/${useCourseId()}/people`
  const { close, loading } = useText()
  const leave = useLeave()
  if (!useCan().people) return <Navigate to={list} replace />
  return (
    <Dialog title={title} closeLabel={close} onClose={() => leave(list)} size="lg">
      <Title over of={title} />
      <Load
        fallback={
          <SkeletonGroup label={loading}>
            <Skeleton />
            <Skeleton className="w-2/3" />
          </SkeletonGroup>
        }
        compact
      >
        {children}
      </Load>
    </Dialog>
  )
}
