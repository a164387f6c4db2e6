import { useSearchParams } from 'react-router'
import { type HistoryArea, historyAreas } from '../../contract/changes.ts'
import { useCan } from '../courses/membership.ts'
import { NotFound } from '../errors/ErrorScreens.tsx'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { Card } from '../ui/Card.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { ExportHistory } from './ExportHistory.tsx'
import { History } from './History.tsx'

/** Everything that staff changed in the course, each of which can be taken back. */
export default function HistoryScreen() {
  const t = useAuthoring().history
  const can = useCan()
  const [search, setSearch] = useSearchParams()
  if (can.work) return <NotFound inside />
  const area = historyAreas.find((one) => one === search.get('area'))
  const options = (['all', ...historyAreas] as const).map((value) => ({ value, label: t.areas[value] }))
  const choose = (value: string) => setSearch(value === 'all' ? {} : { area: value as HistoryArea }, { replace: true })
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="sr-only" tabIndex={-1}>
        {t.title}
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Select label={t.area} hideLabel options={options} value={area ?? 'all'} onChange={choose} />
        {can.settings && <ExportHistory />}
      </div>
      <Card pad="sm">
        <Load key={area} fallback={<Waits />}>
          <History part={{ area }} />
        </Load>
      </Card>
    </div>
  )
}

function Waits() {
  return (
    <SkeletonGroup label={useText().loading} className="grid gap-3">
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </SkeletonGroup>
  )
}
