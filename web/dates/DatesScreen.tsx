import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CourseDate, dates } from '../../contract/staff/dates.ts'
import type { Holiday } from '../../contract/staff/holidays.ts'
import { useWrite } from '../changes/useWrite.ts'
import { AppLink } from '../common/AppLink.tsx'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { NotFound } from '../errors/ErrorScreens.tsx'
import { HolidayList } from '../holidays/HolidayList.tsx'
import { holidaysOf } from '../holidays/queries.ts'
import { holidayAt } from '../holidays/rules.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { dateTime, exact } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { callWithHeaders } from '../loading/call.ts'
import { Load } from '../loading/Load.tsx'
import { queries } from '../loading/queryClient.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { CalendarDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
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
      <Load fallback={<DatesSkeleton />}>
        <Dates />
      </Load>
      <Load fallback={<DatesSkeleton />} compact>
        <Card pad="sm">
          <HolidayList />
        </Card>
      </Load>
      <Load fallback={<DatesSkeleton />} compact>
        <Check />
      </Load>
    </div>
  )
}

function Dates() {
  const t = useAuthoring().dates
  const course_id = useCourseId()
  const { zone, items } = useSuspenseQuery(datesOf(course_id)).data
  const { data: holidays } = useSuspenseQuery(holidaysOf(course_id))
  const { busy, write } = useWrite('dates')
  /** The new dates by their keys; they count once they are saved. */
  const [next, setNext] = useState<ReadonlyMap<string, string>>(new Map())
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [thing, setThing] = useState('')
  const [days, setDays] = useState<number | null>(7)
  const [editing, setEditing] = useState<CourseDate>()
  if (items.length === 0)
    return (
      <Card>
        <Empty compact drawing={<CalendarDrawing />} title={t.empty} text={t.emptyText} />
      </Card>
    )

  const shown = items.filter((one) => thing === '' || one.thing === thing)
  const selected = shown.filter((one) => chosen.has(keyOf(one)))
  const changed = changedOf(items, next)
  const atOf = (one: CourseDate) => next.get(keyOf(one)) ?? one.at
  const put = (ones: [CourseDate, string][]) =>
    setNext(new Map([...next, ...ones.map(([one, at]): [string, string] => [keyOf(one), at])]))

  async function save() {
    const body = { items: changed.map(({ _id, thing, field, revision, at }) => ({ _id, thing, field, revision, at })) }
    const saved = await write(
      () => callWithHeaders(dates.move, { params: { course_id }, body }),
      t.saved(changed.length),
    )
    if (!saved) return
    await queries.invalidateQueries({ queryKey: ['courses', course_id] })
    setNext(new Map())
  }

  return (
    <section aria-label={t.title} className="grid gap-4">
      <p className="text-ink-soft text-sm">{t.zone(zone)}</p>
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
          <p className="self-center text-ink-soft text-sm" aria-live="polite">
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
        <ul aria-label={t.title} className="divide-y divide-line border-line border-t">
          {shown.map((one) => (
            <Row
              key={keyOf(one)}
              date={one}
              at={atOf(one)}
              holiday={holidayAt(atOf(one), zone, holidays)}
              selected={chosen.has(keyOf(one))}
              onSelect={(on) => {
                const rest = new Set(chosen)
                if (on) rest.add(keyOf(one))
                else rest.delete(keyOf(one))
                setChosen(rest)
              }}
              onEdit={() => setEditing(one)}
            />
          ))}
        </ul>
      </Card>
      {changed.length > 0 && (
        <div className="sticky bottom-20 z-10 md:bottom-4">
          <Card pad="sm" className="flex flex-wrap items-center gap-3">
            <p className="min-w-0 flex-1 basis-48 font-medium" aria-live="polite">
              {t.pending(changed.length)}
            </p>
            <Button onClick={() => setNext(new Map())}>{t.discard}</Button>
            <Button variant="primary" pending={busy} onClick={() => void save()}>
              {t.save}
            </Button>
          </Card>
        </div>
      )}
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
  at: string
  holiday: Holiday | undefined
  selected: boolean
  onSelect: (on: boolean) => void
  onEdit: () => void
}

function Row({ date: one, at, holiday, selected, onSelect, onEdit }: RowProps) {
  const { dates: t, holidays } = useAuthoring()
  const isNew = Date.parse(at) !== Date.parse(one.at)
  return (
    <li className="flex flex-wrap items-center gap-x-3">
      <Checkbox
        checked={selected}
        aria-label={t.select(`${one.title}, ${t.fields[one.field]}`)}
        onChange={onSelect}
        className="w-11"
      >
        {null}
      </Checkbox>
      <p className="min-w-0 flex-1 basis-40 truncate" title={one.title}>
        <AppLink to={one.location} look="text" className="touch-target">
          {one.title}
        </AppLink>{' '}
        <span className="text-ink-soft text-sm">
          {t.things[one.thing]} · {t.fields[one.field]}
        </span>
      </p>
      <p className="flex flex-wrap items-center justify-end gap-x-3 text-sm">
        {holiday && <Badge tone="soon">{holidays.on(holiday.holiday_name)}</Badge>}
        {isNew && (
          <s className="text-ink-soft">
            <span className="sr-only">{t.was} </span>
            {dateTime(one.at)}
          </s>
        )}
        <button
          type="button"
          onClick={onEdit}
          aria-label={`${t.change(`${one.title}, ${t.fields[one.field]}`)}: ${dateTime(at)}`}
          className="min-h-11 rounded-md px-2 font-medium tabular-nums hover:bg-hover"
        >
          <Time iso={at} exact={exact(at)}>
            {dateTime(at)}
          </Time>
        </button>
      </p>
    </li>
  )
}

function DatesSkeleton() {
  return (
    <SkeletonGroup label={useText().loading} className="grid gap-4">
      <Skeleton shape="block" className="h-11" />
      <Skeleton shape="block" className="h-80" />
    </SkeletonGroup>
  )
}
