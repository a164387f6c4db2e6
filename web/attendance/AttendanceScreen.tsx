import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useParams } from 'react-router'
import type { AttendanceRow } from '../../contract/attendance.ts'
import type { ScheduleItem } from '../../contract/schedules.ts'
import { Present } from '../changes/Present.tsx'
import { AppLink } from '../common/AppLink.tsx'
import { Title } from '../common/Title.tsx'
import { useWide } from '../common/useWide.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { NotFound } from '../errors/ErrorScreens.tsx'
import { useAuthoring } from '../i18n/authoring.ts'
import { clock, shortDay } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { mySchedules } from '../schedules/queries.ts'
import { FoundTable } from '../tables/FoundTable.tsx'
import { saveCsv, saveXlsx } from '../tables/files.ts'
import { TableTools } from '../tables/TableTools.tsx'
import { useTable } from '../tables/useTable.ts'
import { useTyped } from '../typed/useTyped.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { SearchDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { returnFocus } from '../ui/focus.ts'
import { topModal } from '../ui/modals.ts'
import { Select } from '../ui/Select.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { columnsOf, filters } from './columns.tsx'
import { markingOf } from './keys.ts'
import { withMarking } from './marks.ts'
import { NoteDialog } from './NoteDialog.tsx'
import { sheetOf } from './queries.ts'
import { useMarks } from './useMarks.ts'

/** The students at one class: a key or a press marks one, a press marks all of them. */
export default function AttendanceScreen() {
  if (!useCan().grade) return <NotFound inside />
  return (
    <Load fallback={<SheetSkeleton />}>
      <KnownClass />
    </Load>
  )
}

/** An address without a class has no list to load. */
function KnownClass() {
  const { schedule_id } = useParams()
  const { data: classes } = useSuspenseQuery(mySchedules(useCourseId()))
  const item = classes.find(({ _id }) => _id === schedule_id)
  return item ? <Sheet item={item} /> : <NotFound inside />
}

function Sheet({ item }: { item: ScheduleItem }) {
  const text = useText()
  const { attendance: t } = useAuthoring()
  const course_id = useCourseId()
  const schedule_id = item._id
  const { items } = useSuspenseQuery(sheetOf(course_id, schedule_id)).data
  const { pending, save, take, takeRest, takeBack } = useMarks(schedule_id)
  const typed = useTyped('note')
  const placeOf = ({ _id }: AttendanceRow) => `${schedule_id}:${_id}`
  // Opens the note in which the person was typing when they left the page.
  const [noting, setNoting] = useState(() => items.find((row) => typed.read(placeOf(row)) !== null)?._id)
  const [busy, setBusy] = useState(false)
  const rows = useMemo(() => items.map((row) => withMarking(row, pending.get(row._id))), [items, pending])
  const wide = useWide()
  const columns = useMemo(
    () =>
      columnsOf(
        { t, text },
        { mark: (row, marking) => take([row._id], marking), note: ({ _id }) => setNoting(_id) },
        wide,
      ),
    [t, text, take, wide],
  )
  const view = useTable(rows, columns, filters)
  const { shown, chosen } = view
  // As it is now: the student may have marked themselves since the dialog opened.
  const noted = noting && rows.find(({ _id }) => _id === noting)

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.code === 'KeyZ'
    const isTyped = (event.target as Element).closest('input:not([type=checkbox]), textarea, select')
    if (!isUndo || isTyped || topModal()) return
    event.preventDefault()
    void takeBack()
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  const name = item.schedule_name
  const count = (code: AttendanceRow['attendance']) => rows.filter(({ attendance }) => attendance === code).length
  const [present, late, absent, none] = [count(3), count(2), count(1), count(null)]
  const shared = rows.filter(({ shared_device }) => shared_device !== undefined).length

  function onRowKey(key: string, row: AttendanceRow) {
    if (key === 'n') {
      setNoting(row._id)
      return 'stay'
    }
    const marking = markingOf(key)
    if (!marking) return undefined
    take(chosen.length > 0 ? chosen.map(({ _id }) => _id) : [row._id], marking)
    // In a filtered list the row may disappear, and the next one takes its place.
    return chosen.length > 0 || view.filter('status') ? 'stay' : 'next'
  }
  async function rest(code: 1 | 3) {
    setBusy(true)
    await takeRest(code)
    setBusy(false)
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Title of={t.codeTitle(name)} />
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-40">
          {/* As high as the faces, which come and go. */}
          <div className="flex min-h-8 items-center gap-3 text-sm">
            <AppLink to={`/course/${course_id}/schedule`} look="text" className="touch-target shrink-0">
              {t.back}
            </AppLink>
            <Present thing={schedule_id} doing="editing" />
          </div>
          <h2 className="break-words font-semibold text-xl tracking-tight">{name}</h2>
          <p className="wrap-anywhere text-ink-soft text-sm tabular-nums">
            {shortDay(item.schedule_start)}, {clock(item.schedule_start)}–{clock(item.schedule_end)}
            {item.schedule_location && <> · {item.schedule_location}</>}
          </p>
        </div>
        <div className="flex flex-wrap items-center justify-end gap-3">
          {rows.length > 0 && !item.schedule_cancelled && (
            <AppLink to={`/course/${course_id}/schedule/${schedule_id}/code`} className={buttonClass('quiet', 'sm')}>
              {t.showCode}
            </AppLink>
          )}
        </div>
      </div>
      {rows.length === 0 ? (
        <Empty drawing={<SearchDrawing />} title={t.noStudents} text={t.noStudentsText} />
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <Button variant="primary" size="sm" pending={busy} idle={none === 0} onClick={() => void rest(3)}>
              {none === rows.length || none === 0 ? t.everyone : t.rest(none)}
            </Button>
            {none > 0 && none < rows.length && (
              <Button ref={returnFocus} size="sm" idle={busy} onClick={() => void rest(1)}>
                {t.restAbsent(none)}
              </Button>
            )}
            <p className="font-medium text-sm tabular-nums" role="status">
              {t.summary(present, late, absent, none)}
            </p>
            <p className="ml-auto text-ink-soft text-sm" role="status">
              {t.states[save]}
            </p>
          </div>
          {shared > 0 && (
            <Alert tone="late">
              {t.sharedNote(shared)}{' '}
              <Button size="sm" variant="bare" onClick={() => view.setFilter('shared', 'yes')}>
                {t.showShared}
              </Button>
            </Alert>
          )}
          <TableTools
            label={t.search}
            search={view.search}
            onSearch={view.setSearch}
            count={t.count(shown.length, rows.length)}
            chosen={chosen.length}
            saveCsv={() => saveCsv(name, chosen.length > 0 ? chosen : shown, columns)}
            saveXlsx={() => saveXlsx(name, chosen.length > 0 ? chosen : shown, columns)}
          >
            <Select
              label={t.status}
              hideLabel
              value={view.filter('status')}
              onChange={(status) => view.setFilter('status', status)}
              options={[
                { value: '', label: t.everyStatus },
                { value: '-', label: t.none },
                ...([3, 2, 1] as const).map((code) => ({ value: String(code), label: text.course.attendance[code] })),
                { value: 'excused', label: t.excused },
              ]}
            />
          </TableTools>
          <p className="text-ink-soft text-sm max-md:hidden">{t.keys}</p>
          <FoundTable
            label={t.title}
            view={view}
            columns={columns}
            nobody={t.nobody}
            showAll={t.showAll}
            onKey={onRowKey}
          />
        </>
      )}
      {noted && (
        <NoteDialog
          row={noted}
          place={placeOf(noted)}
          onSave={(marking) => take([noted._id], marking)}
          onClose={() => setNoting(undefined)}
        />
      )}
    </div>
  )
}

function SheetSkeleton() {
  return (
    <SkeletonGroup label={useText().loading} className="grid gap-4">
      <Skeleton className="w-64 text-xl" />
      <Skeleton shape="block" className="h-11" />
      <Skeleton shape="block" className="h-80" />
    </SkeletonGroup>
  )
}
