import { useText } from '../i18n/index.ts'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'

export function StatisticsSkeleton() {
  return (
    <SkeletonGroup label={useText().loading} className="grid gap-6">
      <Skeleton className="w-64 text-xl" />
      <Skeleton shape="block" className="h-14 max-w-2xl" />
      <Skeleton shape="block" className="h-80" />
      <Skeleton shape="block" className="h-80" />
    </SkeletonGroup>
  )
}
