import { useText } from '../i18n/index.ts'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'

/** In a dialog, in place of a form that has nothing to show yet. */
export function FormSkeleton() {
  return (
    <SkeletonGroup label={useText().loading}>
      <Skeleton />
      <Skeleton />
      <Skeleton className="w-2/3" />
    </SkeletonGroup>
  )
}
