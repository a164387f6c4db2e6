import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Curve, type CurvePlan, curves } from '../../../contract/staff/curve.ts'
import type { GradeColumn } from '../../../contract/staff/gradebook.ts'
import { useWrite } from '../../changes/useWrite.ts'
import { useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { number } from '../../i18n/dates.ts'
import { useText } from '../../i18n/index.ts'
import { call, callWithHeaders, keyOf } from '../../loading/call.ts'
import { Failed } from '../../loading/Load.tsx'
import { queries } from '../../loading/queryClient.ts'
import { useKept } from '../../typed/useKept.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { gradesOf } from '../staffQueries.ts'
import { CurvePreview } from './CurvePreview.tsx'
import type { GradeRow } from './cells.ts'

const kinds = ['add', 'best', 'root', 'mean'] as const

interface Fields {
  kind: Curve['kind']
  points: number | null
  mean: number | null
  capped: boolean
}

interface Props {
  column: GradeColumn
  rows: GradeRow[]
  onClose: () => void
}

/** Curves a column, after a preview of each score. */
export function CurveDialog({ column, rows, onClose }: Props) {
  const { close } = useText()
  const { gradeTables: t } = useAuthoring()
  const course_id = useCourseId()
  const params = { course_id, gradable_id: column._id }
  const { busy, write } = useWrite('grades')
  const { values, set, forget } = useKept<Fields>('curve', column._id, {
    ...{ kind: 'add', points: 1, mean: Math.round(column.gradable_score * 70) / 100, capped: true },
  })
  const { kind, points, mean, capped } = values
  const curve = curveOf(values)
  const {
    data: plan,
    error,
    refetch,
    isPlaceholderData: isBefore,
  } = useQuery({
    queryKey: [...keyOf(curves.apply, params), curve, capped],
    queryFn: ({ signal }) =>
      curve ? call(curves.apply, { params, body: { curve, capped }, query: { dry_run: 'true' }, signal }) : null,
    placeholderData: keepPreviousData,
    enabled: curve !== undefined,
    staleTime: 0,
  })

  async function apply(shown: CurvePlan) {
    if (!curve) return
    const number_ = curve.kind === 'add' ? curve.points : curve.kind === 'mean' ? curve.mean : 0
    const body = { curve, capped, reason: t.reasons[curve.kind](number(number_)) }
    const query = { digest: shown.digest }
    const send = () => callWithHeaders(curves.apply, { params, body, query })
    if (!(await write(send, t.curved))) {
      await queries.invalidateQueries({ queryKey: keyOf(curves.apply, params) })
      return
    }
    forget()
    await queries.invalidateQueries({ queryKey: gradesOf(course_id).queryKey })
    onClose()
  }

  const count = plan?.items.length ?? 0
  const wrong = curve ? undefined : t.needCurve
  return (
    <Dialog
      title={t.curveOf(column.gradable_name)}
      closeLabel={close}
      onClose={onClose}
      footer={
        <Button
          variant="primary"
          pending={busy}
          idle={!curve || error !== null || count === 0 || isBefore}
          onClick={() => plan && void apply(plan)}
        >
          {t.applyCurve(count)}
        </Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Select
            label={t.how}
            value={kind}
            onChange={(value) => set({ kind: kinds.find((one) => one === value) ?? 'add' })}
            options={kinds.map((value) => ({ value, label: t.hows[value] }))}
          />
          {kind === 'add' && (
            <NumberField
              label={t.points}
              value={points}
              onChange={(points) => set({ points })}
              error={wrong}
              min={0}
              step="any"
            />
          )}
          {kind === 'mean' && (
            <NumberField
              label={t.mean}
              value={mean}
              onChange={(mean) => set({ mean })}
              error={wrong}
              min={0}
              step="any"
            />
          )}
        </div>
        <Switch label={t.capped} checked={capped} onChange={(capped) => set({ capped })} />
        {column.attendance_late !== null && <Alert tone="soon">{t.curveOfAttendance}</Alert>}
        {error ? (
          <Failed compact error={error} onRetry={() => void refetch()} />
        ) : plan ? (
          // Of the number before: it holds its place while there is none.
          <div className={cx('grid grid-cols-[minmax(0,1fr)] gap-5', !curve && 'opacity-50')} inert={!curve}>
            <CurvePreview plan={plan} rows={rows} />
          </div>
        ) : (
          curve && <Skeleton shape="block" className="h-40" />
        )}
      </div>
    </Dialog>
  )
}

/** Undefined while a number is missing or has more than two decimals. */
function curveOf({ kind, points, mean }: Fields): Curve | undefined {
  const isExact = (n: number | null): n is number => n !== null && n >= 0 && Math.round(n * 100) / 100 === n
  if (kind === 'add') return isExact(points) ? { kind, points } : undefined
  if (kind === 'mean') return isExact(mean) ? { kind, mean } : undefined
  return { kind }
}
