import { useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { renderSVG } from 'uqr'
import { attendance } from '../../contract/attendance.ts'
import type { ScheduleItem } from '../../contract/schedules.ts'
import { AppLink } from '../common/AppLink.tsx'
import { Title } from '../common/Title.tsx'
import { courseOf, useCourseId } from '../courses/queries.ts'
import { NotFound } from '../errors/ErrorScreens.tsx'
import { useAuthoring } from '../i18n/authoring.ts'
import { clock } from '../i18n/dates.ts'
import { callWithHeaders, serverNow } from '../loading/call.ts'
import { Load } from '../loading/Load.tsx'
import { queries } from '../loading/queryClient.ts'
import { mySchedules } from '../schedules/queries.ts'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { Card } from '../ui/Card.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { ExpandIcon } from '../ui/icons.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/Toast.tsx'
import { codeOf } from './queries.ts'

/** The code on the projector, with which students mark themselves: a page of its own, readable from the last row. */
export default function CodeScreen() {
  return (
    <div className="grid min-h-[calc(100dvh-var(--bar))] grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] gap-4 p-4 sm:p-8">
      <Load fallback={<Skeleton shape="block" className="h-80" />}>
        <Code />
      </Load>
    </div>
  )
}

function Code() {
  const t = useAuthoring().attendance
  const course_id = useCourseId()
  const { schedule_id = '' } = useParams()
  const { data: course } = useSuspenseQuery(courseOf(course_id))
  const { data: classes } = useSuspenseQuery(mySchedules(course_id))
  const item = classes.find(({ _id }) => _id === schedule_id)
  if (!item || !course.can.grade) return <NotFound />
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <Title of={t.codeTitle(item.schedule_name)} />
        <div className="min-w-0 max-w-full">
          <p className="break-words text-ink-soft">{course.course_name}</p>
          <h1 tabIndex={-1} className="break-words font-semibold text-2xl tracking-tight outline-none">
            {item.schedule_name}
          </h1>
        </div>
        <AppLink to={`/course/${course_id}/schedule/${schedule_id}/attendance`} className={buttonClass('quiet', 'sm')}>
          {t.sheet}
        </AppLink>
      </header>
      <OpenOrNot item={item} />
    </>
  )
}

function OpenOrNot({ item }: { item: ScheduleItem }) {
  const t = useAuthoring().attendance
  const course_id = useCourseId()
  const params = { course_id, schedule_id: item._id }
  const query = codeOf(course_id, item._id)
  // Four codes come at a time, so the network may be away for a while.
  const { data: open } = useSuspenseQuery({ ...query, refetchInterval: 15_000 })
  const renew = () => queries.invalidateQueries({ queryKey: query.queryKey })
  if (!open) return <Opening item={item} onOpened={renew} />

  const lateFrom = open.late_after === null ? undefined : Date.parse(item.schedule_start) + open.late_after * 60_000
  async function close() {
    try {
      await callWithHeaders(attendance.closeCode, { params })
      toast(t.closed, 'done')
    } catch {
      toast(t.away, 'wrong')
    }
    await renew()
  }
  return (
    <div className="grid content-center justify-items-center gap-6 text-center">
      <Shown key={open.opened_at} codes={open.codes} readAt={open.readAt} courseId={course_id} scheduleId={item._id} />
      <p className="text-balance text-xl">{t.how}</p>
      <p role="status" className="font-semibold text-3xl tabular-nums">
        {t.countOf(open.present + open.late, open.students)}
      </p>
      {lateFrom !== undefined && (
        <p className="text-ink-soft text-lg tabular-nums">
          {lateFrom > serverNow() ? t.presentUntil(clock(new Date(lateFrom).toISOString())) : t.lateNow}
        </p>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        <Button icon={<ExpandIcon size={18} />} onClick={() => void document.documentElement.requestFullscreen?.()}>
          {t.fullScreen}
        </Button>
        <Button onClick={() => void close()}>{t.close}</Button>
      </div>
    </div>
  )
}

interface ShownProps {
  codes: { code: string; ends_in_ms: number }[]
  readAt: number
  courseId: string
  scheduleId: string
}

/** The present code, in digits and as a QR code, with the time until the next one. */
function Shown({ codes, readAt, courseId, scheduleId }: ShownProps) {
  const t = useAuthoring().attendance
  const [now, setNow] = useState(() => performance.now())
  const present = codes.find(({ ends_in_ms }) => readAt + ends_in_ms > Math.max(now, readAt))
  const endsAt = present && readAt + present.ends_in_ms
  useEffect(() => {
    if (endsAt === undefined) return
    const timer = setTimeout(() => setNow(performance.now()), Math.max(0, endsAt - performance.now()) + 10)
    return () => clearTimeout(timer)
  }, [endsAt])
  if (!present || endsAt === undefined)
    return (
      <p role="alert" className="font-semibold text-2xl text-wrong">
        {t.away}
      </p>
    )
  const address = `${location.origin}/course/${courseId}/attend?class=${scheduleId}&digits=${present.code}`
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-12 gap-y-6">
      <img
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(address, { border: 2 }))}`}
        alt={t.qr}
        className="size-[min(80vw,48vh)] rounded-lg"
      />
      <div className="grid gap-4">
        <p
          role="status"
          aria-label={present.code}
          className="whitespace-nowrap font-semibold text-[clamp(3.5rem,13vw,12rem)] leading-none tabular-nums tracking-tight"
        >
          {present.code.slice(0, 3)}&nbsp;{present.code.slice(3)}
        </p>
        <p className="text-ink-soft">{t.changes}</p>
      </div>
    </div>
  )
}

/** Before the code opens: the time from which students are late. */
function Opening({ item, onOpened }: { item: ScheduleItem; onOpened: () => Promise<void> }) {
  const t = useAuthoring().attendance
  const course_id = useCourseId()
  const [minutes, setMinutes] = useState('15')
  const [never, setNever] = useState(false)
  const [busy, setBusy] = useState(false)
  if (item.schedule_cancelled) return <p className="text-xl">{t.cancelled}</p>
  const late_after = Math.min(600, Number(minutes.replace(/\D/g, '')) || 0)
  const until = new Date(Date.parse(item.schedule_start) + late_after * 60_000).toISOString()
  async function open(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    try {
      await callWithHeaders(attendance.openCode, {
        params: { course_id, schedule_id: item._id },
        body: { late_after: never ? null : late_after },
      })
    } catch {
      toast(t.away, 'wrong')
    }
    await onOpened()
    setBusy(false)
  }
  return (
    <Card as="section" className="m-auto w-full max-w-md">
      <form className="grid gap-4" onSubmit={(event) => void open(event)}>
        <TextField
          label={t.lateAfter}
          help={never ? undefined : t.lateAfterHelp(clock(until))}
          value={minutes}
          onChange={setMinutes}
          inputMode="numeric"
          maxLength={3}
          disabled={never}
        />
        <Checkbox checked={never} onChange={setNever}>
          {t.neverLate}
        </Checkbox>
        <Button type="submit" variant="primary" size="lg" pending={busy}>
          {t.open}
        </Button>
      </form>
    </Card>
  )
}
