import { useText } from '../../i18n/index.ts'
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx'

export function SheetSkeleton() {
  return (
    <SkeletonGroup label={useText().loading}>
      <Skeleton />
      <Skeleton shape="block" className="h-80" />
    </SkeletonGroup>
  )
}
