import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ScheduleItem } from '../../../contract/schedules.ts'
import { scheduleWrites } from '../../../contract/staff/schedules.ts'
import { countsOf } from '../../attendance/queries.ts'
import { revisionOf } from '../../changes/revisions.ts'
import { useWrite } from '../../changes/useWrite.ts'
import { AppLink } from '../../common/AppLink.tsx'
import { useCan } from '../../courses/membership.ts'
import { useCourseId } from '../../courses/queries.ts'
import { whyFailed } from '../../forms/whyFailed.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useText } from '../../i18n/index.ts'
import { callWithHeaders } from '../../loading/call.ts'
import { queries } from '../../loading/queryClient.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { CalendarDrawing } from '../../ui/drawings.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { CheckIcon, EditIcon, ExpandIcon, HistoryIcon, PlusIcon, TrashIcon, XIcon } from '../../ui/icons.tsx'
import { ActionMenu, type Actions } from '../../ui/staff/ActionMenu.tsx'
import { toast } from '../../ui/Toast.tsx'
import { mySchedules } from '../queries.ts'
import { WholeSchedule } from '../WholeSchedule.tsx'

/** `removeFollowing` also deletes the later classes of the series. */
type Act = 'cancel' | 'remove' | 'removeFollowing'

interface Question {
  item: ScheduleItem
  act: Act
  /** How many marks of students would go with it. */
  marks: number
}

/** The schedule with staff's tools: add, edit, cancel and delete classes, and take attendance. */
export default function StaffSchedule() {
  const { classes: t, writes } = useAuthoring()
  const { close } = useText()
  const can = useCan()
  const course_id = useCourseId()
  const navigate = useNavigate()
  const { data: classes } = useSuspenseQuery(mySchedules(course_id))
  // Beside the schedule, which does not wait for it.
  const { data: counts = [] } = useQuery({ ...countsOf(course_id), enabled: can.grade })
  const { busy, write } = useWrite('schedules')
  const [asked, setAsked] = useState<Question>()
  const schedule = `/course/${course_id}/schedule`
  const countOf = (id: string) => counts.find(({ _id }) => _id === id)
  const renew = () => queries.invalidateQueries({ queryKey: ['courses', course_id, 'schedules'] })
  const paramsOf = ({ _id }: ScheduleItem) => ({ course_id, schedule_id: _id })

  async function cancel(item: ScheduleItem, schedule_cancelled: boolean) {
    const input = () => ({ params: paramsOf(item), body: { schedule_cancelled }, revision: revisionOf(item) })
    const send = () => callWithHeaders(scheduleWrites.edit, input())
    if (await write(send, schedule_cancelled ? t.cancelledToast : t.restoredToast)) await renew()
  }
  async function remove(item: ScheduleItem, following: boolean) {
    const query = following ? ({ following: 'true' } as const) : undefined
    const input = () => ({ params: paramsOf(item), query, revision: revisionOf(item) })
    const send = () => callWithHeaders(scheduleWrites.remove, input() as never)
    if (await write(send, t.removedToast)) await renew()
  }
  const followingOf = (item: ScheduleItem) =>
    classes.filter(
      ({ schedule_series, schedule_start }) =>
        schedule_series && schedule_series === item.schedule_series && schedule_start > item.schedule_start,
    )
  function run({ item, act }: Omit<Question, 'marks'>) {
    setAsked(undefined)
    void (act === 'cancel' ? cancel(item, true) : remove(item, act === 'removeFollowing'))
  }
  /** Asks first where marks of students would go with it, also when the list does not have their number yet. */
  async function ask(item: ScheduleItem, act: Act) {
    const gone = act === 'removeFollowing' ? [item, ...followingOf(item)] : [item]
    try {
      const known = can.grade ? await queries.ensureQueryData(countsOf(course_id)) : []
      const counted = known.filter(({ _id }) => gone.some((one) => one._id === _id))
      const marks = counted.reduce((sum, { present, late, absent }) => sum + present + late + absent, 0)
      if (marks > 0) setAsked({ item, act, marks })
      else run({ item, act })
    } catch (error) {
      toast(whyFailed(error, writes), 'wrong')
    }
  }

  function actionsOf(item: ScheduleItem): Actions {
    const path = `${schedule}/${item._id}`
    const go = (to: string) => void navigate(`${path}/${to}`, { preventScrollReset: true })
    const isOff = item.schedule_cancelled
    return [
      can.author && { id: 'edit', label: t.editIt, icon: <EditIcon />, run: () => go('edit') },
      can.grade && !isOff && { id: 'code', label: t.code, icon: <ExpandIcon />, run: () => go('code') },
      can.author &&
        !isOff && {
          id: 'cancel',
          label: t.cancelClass,
          icon: <XIcon />,
          run: () => void ask(item, 'cancel'),
        },
      can.author &&
        isOff && {
          id: 'restore',
          label: t.restoreClass,
          icon: <CheckIcon />,
          run: () => void cancel(item, false),
        },
      (can.author || can.grade) && { id: 'history', label: t.history, icon: <HistoryIcon />, run: () => go('history') },
      can.author &&
        followingOf(item).length > 0 && {
          id: 'removeFollowing',
          label: t.removeFollowing,
          icon: <TrashIcon />,
          run: () => void ask(item, 'removeFollowing'),
        },
      can.author && {
        id: 'remove',
        label: t.remove,
        icon: <TrashIcon />,
        danger: true,
        run: () => void ask(item, 'remove'),
      },
    ]
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6" aria-busy={busy}>
      {can.author && (
        <p>
          <AppLink preventScrollReset to={`${schedule}/new`} className={buttonClass('primary', 'sm')}>
            <PlusIcon size={18} />
            {t.add}
          </AppLink>
        </p>
      )}
      {classes.length === 0 ? (
        <Card>
          <Empty compact drawing={<CalendarDrawing />} title={t.empty} text={can.author ? t.emptyText : undefined} />
        </Card>
      ) : (
        <WholeSchedule
          taken={({ _id }) => {
            const taken = countOf(_id)
            return taken && t.counts(taken.present, taken.late, taken.absent)
          }}
          tools={(item) => <ActionMenu label={t.menu(item.schedule_name)} actions={actionsOf(item)} />}
        />
      )}
      {asked && (
        <ConfirmDialog
          title={asked.act === 'cancel' ? t.cancelTitle : t.removeTitle}
          tone="danger"
          confirmLabel={asked.act === 'cancel' ? t.cancelClass : t.remove}
          cancelLabel={t.keep}
          closeLabel={close}
          onConfirm={() => run(asked)}
          onClose={() => setAsked(undefined)}
        >
          {(asked.act === 'cancel' ? t.cancelText : t.removeText)(asked.marks)}
        </ConfirmDialog>
      )}
    </div>
  )
}
