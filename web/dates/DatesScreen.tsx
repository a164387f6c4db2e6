import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type CourseDate, dates } from '../../contract/staff/dates.ts'
import type { Holiday } from '../../contract/staff/holidays.ts'
import { changeOfHeaders, toastWithUndo } from '../changes/undo.ts'
import { AppLink } from '../common/AppLink.tsx'
import { useWide } from '../common/useWide.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { NotFound } from '../errors/ErrorScreens.tsx'
import { FormNotes } from '../forms/FormNotes.tsx'
import { SaveBar } from '../forms/SaveBar.tsx'
import { type Start, useForm } from '../forms/useForm.ts'
import { useAskGrades } from '../grading/useAskGrades.tsx'
import { HolidayList } from '../holidays/HolidayList.tsx'
import { holidaysOf } from '../holidays/queries.ts'
import { holidayAt } from '../holidays/rules.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { dateTime, exact } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { CallError, call, callWithHeaders } from '../loading/call.ts'
import { Load } from '../loading/Load.tsx'
import { queries } from '../loading/queryClient.ts'
import { Alert } from '../ui/Alert.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { cx } from '../ui/cx.ts'
import { CalendarDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
import { usePageWindow } from '../ui/useRowWindow.ts'
import { useTicks } from '../ui/useTicks.ts'
import { Check } from './Check.tsx'
import { DateDialog } from './DateDialog.tsx'
import { changedOf, keyOf, shifted } from './moves.ts'
import { datesOf } from './queries.ts'

/** Every date of a course on one page, moved one by one or many at once, and saved as one change. */
export default function DatesScreen() {
  const t = useAuthoring().dates
  if (!useCan().author) return <NotFound inside />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h2 className="sr-only">{t.title}</h2>
      <Load
        fallback={
          <>
            <Skeleton shape="block" className="h-14" />
            <Skeleton shape="block" className="h-28" />
            <DatesSkeleton />
          </>
        }
      >
        <Check />
        <Card pad="sm">
          <HolidayList />
        </Card>
        <Dates />
      </Load>
    </div>
  )
}

/** The typed dates, by key. */
type Values = Record<string, string>

const startOf = (items: CourseDate[], revision: number): Start<Values> => ({
  values: Object.fromEntries(items.map((one) => [keyOf(one), one.at])),
  revision,
})

function Dates() {
  const { dates: t, writes } = useAuthoring()
  const course_id = useCourseId()
  const { data, dataUpdatedAt } = useSuspenseQuery(datesOf(course_id))
  const { zone, items } = data
  const { data: holidays } = useSuspenseQuery(holidaysOf(course_id))
  /** The dates in a conflict are newer than those on screen. */
  const newer = useRef<CourseDate[]>([])
  const { mayGo, question } = useAskGrades()
  const form = useForm<Values, { headers: Headers }>({
    ...{ start: startOf(items, dataUpdatedAt), texts: [], what: 'dates', place: course_id, check: () => ({}) },
    async look(values) {
      if (!changedOf(items, values).some(({ field }) => field === 'due_at')) return mayGo(undefined)
      return mayGo((await call(dates.move, { ...inputOf(values), query: { dry_run: 'true' } })).grades)
    },
    send: (values) => callWithHeaders(dates.move, inputOf(values)),
    readCurrent(current) {
      newer.current = current as CourseDate[]
      // Later than the list on screen, and earlier than the next one.
      return startOf([...items, ...newer.current], Date.now())
    },
  })
  const inputOf = (values: Values) => {
    const revisions = new Map([...items, ...newer.current].map((one) => [keyOf(one), one.revision]))
    const changed = changedOf(items, values).map((one) => {
      const { _id, thing, field, at } = one
      return { _id, thing, field, at, revision: revisions.get(keyOf(one)) ?? one.revision }
    })
    return { params: { course_id }, body: { items: changed } }
  }
  const { values, set } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is made anew with each drawing, and does the same
  useEffect(() => {
    newer.current = []
    form.renew(startOf(items, dataUpdatedAt))
  }, [items, dataUpdatedAt])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const ticked = useTicks()
  const [thing, setThing] = useState('')
  const [days, setDays] = useState<number | null>(7)
  const [editing, setEditing] = useState<CourseDate>()
  const changed = changedOf(items, values)
  const list = useRef<HTMLUListElement>(null)
  const row = useWide() ? WIDE_ROW : NARROW_ROW
  const shown = items.filter((one) => thing === '' || one.thing === thing)
  const { from, to } = usePageWindow(list, shown.length, row)
  if (items.length === 0)
    return (
      <Card>
        <Empty compact drawing={<CalendarDrawing />} title={t.empty} text={t.emptyText} />
      </Card>
    )

  const selected = shown.filter((one) => chosen.has(keyOf(one)))
  const atOf = (one: CourseDate) => values[keyOf(one)] ?? one.at
  const put = (ones: [CourseDate, string][]) => set(Object.fromEntries(ones.map(([one, at]) => [keyOf(one), at])))
  const [theirs] = Object.values(form.conflicts)
  const isOutOfOrder = form.failure instanceof CallError && form.failure.code === 'invalid'

  async function save() {
    const answer = await form.submit()
    if (!answer) return
    toastWithUndo(t.saved(changed.length), course_id, changeOfHeaders(answer.headers), writes)
    await queries.invalidateQueries({ queryKey: ['courses', course_id] })
  }

  return (
    <section aria-label={t.title} className="grid gap-4">
      <p className="text-ink-soft text-sm">{t.zone(zone)}</p>
      {isOutOfOrder && (
        <Alert live tone="wrong">
          {t.order}
        </Alert>
      )}
      <FormNotes
        form={{ ...form, ...(isOutOfOrder && { failure: undefined }) }}
        theirs={theirs && dateTime(theirs)}
        bothStand={false}
      />
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={t.kind}
          value={thing}
          onChange={setThing}
          options={[
            { value: '', label: t.every },
            ...[...new Set(items.map((one) => one.thing))].map((value) => ({ value, label: t.things[value] })),
          ]}
        />
        <form
          aria-label={t.shift}
          className="flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            put(selected.map((one) => [one, shifted(atOf(one), days ?? 0, zone)]))
          }}
        >
          <NumberField label={t.days} className="w-28" value={days} onChange={setDays} min={-999} max={999} />
          <Button type="submit" disabled={selected.length === 0 || !days}>
            {t.move}
          </Button>
          <p className="flex min-h-11 items-center text-ink-soft text-sm" aria-live="polite">
            {t.chosen(selected.length)}
          </p>
        </form>
      </div>
      <Card pad="none" className="px-2 py-1">
        <Checkbox
          checked={shown.length > 0 && selected.length === shown.length}
          onChange={(on) => setChosen(new Set(on ? shown.map(keyOf) : []))}
        >
          <span className="font-medium text-sm">{t.selectAll}</span>
        </Checkbox>
        <ul
          ref={list}
          aria-label={t.title}
          className="relative border-line border-t"
          style={{ height: shown.length * row }}
        >
          {shown.slice(from, to).map((one, i) => (
            <Row
              key={keyOf(one)}
              date={one}
              place={{ top: (from + i) * row, height: row }}
              count={[from + i + 1, shown.length]}
              at={atOf(one)}
              holiday={holidayAt(atOf(one), zone, holidays)}
              selected={chosen.has(keyOf(one))}
              onSelect={(on, shift) => {
                const keys = new Set(ticked(shown.map(keyOf), keyOf(one), shift))
                const others = [...chosen].filter((key) => !keys.has(key))
                setChosen(new Set(on ? [...others, ...keys] : others))
              }}
              onEdit={() => setEditing(one)}
            />
          ))}
        </ul>
      </Card>
      {changed.length > 0 && (
        <SaveBar
          {...{ note: t.pending(changed.length), discardLabel: t.discard, saveLabel: t.save }}
          sending={form.sending}
          onDiscard={form.discard}
          onSave={() => void save()}
        />
      )}
      {question(() => void save(), form.turnBack)}
      {editing && (
        <DateDialog
          title={editing.title}
          start={atOf(editing)}
          onSet={(at) => put([[editing, at]])}
          onClose={() => setEditing(undefined)}
        />
      )}
    </section>
  )
}

interface RowProps {
  date: CourseDate
  /** In px. */
  place: { top: number; height: number }
  /** The place of a row among all: only rows in sight are in the document. */
  count: [number, number]
  at: string
  holiday: Holiday | undefined
  selected: boolean
  onSelect: (on: boolean, shift: boolean) => void
  onEdit: () => void
}

function Row({ date: one, place, count, at, holiday, selected, onSelect, onEdit }: RowProps) {
  const { dates: t, holidays } = useAuthoring()
  const isNew = Date.parse(at) !== Date.parse(one.at)
  return (
    <li
      aria-posinset={count[0]}
      aria-setsize={count[1]}
      style={place}
      className="absolute inset-x-0 grid grid-cols-[auto_minmax(0,1fr)] content-center items-center gap-x-3 border-line border-b md:flex"
    >
      <Checkbox
        checked={selected}
        aria-label={t.select(`${one.title}, ${t.fields[one.field]}`)}
        onChange={onSelect}
        className="w-11"
      >
        {null}
      </Checkbox>
      <p className="min-w-0 flex-1 truncate" title={one.title}>
        <AppLink to={one.location} look="text" className="touch-target">
          {one.title}
        </AppLink>{' '}
        <span className="text-ink-soft text-sm max-md:block max-md:truncate">
          {t.things[one.thing]} · {t.fields[one.field]}
        </span>
      </p>
      <p className="flex min-w-0 items-center justify-end gap-x-3 text-sm max-md:col-span-2">
        {holiday && <Badge tone="soon">{holidays.on(holiday.holiday_name)}</Badge>}
        {isNew && (
          <s className="shrink-0 text-ink-soft max-md:hidden">
            <span className="sr-only">{t.was} </span>
            {dateTime(one.at)}
          </s>
        )}
        <button
          type="button"
          onClick={onEdit}
          aria-label={`${t.change(`${one.title}, ${t.fields[one.field]}`)}: ${dateTime(at)}`}
          className={cx(
            'min-h-11 shrink-0 rounded-md px-2 tabular-nums hover:bg-hover',
            isNew ? 'font-bold text-accent' : 'font-medium',
          )}
        >
          <Time iso={at} exact={exact(at)}>
            {dateTime(at)}
          </Time>
        </button>
      </p>
    </li>
  )
}

/** In px: on a phone a date stands below its thing's name. */
const WIDE_ROW = 45
const NARROW_ROW = 93

function DatesSkeleton() {
  return (
    <SkeletonGroup label={useText().loading} className="grid gap-4">
      <Skeleton shape="block" className="h-11" />
      <Skeleton shape="block" className="h-80" />
    </SkeletonGroup>
  )
}
