import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { SegmentInCourse } from '../../contract/parts.ts'
import { isUnpublished } from '../common/PublishBadge.tsx'
import { useAuthoring } from '../i18n/authoring.ts'
import { ClockIcon, EditIcon, EyeIcon, HistoryIcon, LockIcon, TrashIcon } from '../ui/icons.tsx'
import type { Actions } from '../ui/staff/ActionMenu.tsx'
import { asNow, tomorrow } from './publishing.ts'
import { revisionOf } from './revisions.ts'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { type Refusals, useWrite } from './useWrite.ts'

interface Thing {
  _id: string
  revision?: number | undefined
  /** Absent: things of this kind are never published. */
  publish_at?: string | null | undefined
}

type Answer = Promise<{ data: unknown; headers: Headers }>

interface Options<T extends Thing> {
  /** The noun in the address of its list, such as `meetings`: for `useWrite`. */
  noun: SegmentInCourse
  /** The address under which its form and history open, such as `/course/1/meeting/2`. */
  pathOf: (thing: T) => string
  /** @throws CallError */
  publish?: (thing: T, publish_at: string | null) => Answer
  /** @throws CallError */
  remove: (thing: T) => Answer
  /** Words for refusals of these writes, other than conflicts. */
  refusals?: Refusals
  onDone: () => void
}

/**
 * The menu of one thing: edit it, publish it now or at a time, unpublish it, see its history, delete it. Each write can
 * be undone at once. Returns the menu's actions and the open dialog, which the caller renders once.
 */
export function useThingActions<T extends Thing>({
  noun,
  pathOf,
  publish,
  remove,
  refusals,
  onDone,
}: Options<T>): {
  actionsOf: (thing: T) => Actions
  dialog: ReactNode
  busy: boolean
} {
  const t = useAuthoring().publishing
  const navigate = useNavigate()
  const { busy, write } = useWrite(noun, refusals)
  const [scheduling, setScheduling] = useState<T>()
  const go = (to: string) => void navigate(to, { preventScrollReset: true })

  async function send(what: (thing: T) => Answer, thing: T, done: string) {
    if (await write(() => what({ ...thing, revision: revisionOf(thing) }), done)) onDone()
  }
  const setTime = (thing: T, at: string | null, done: string) =>
    publish ? send((now) => publish(now, at), thing, done) : Promise.resolve()

  return {
    busy,
    actionsOf: (thing) => [
      { id: 'edit', label: t.edit, icon: <EditIcon />, run: () => go(`${pathOf(thing)}/edit`) },
      publish &&
        isUnpublished(thing) && {
          id: 'publish',
          label: t.publishNow,
          icon: <EyeIcon />,
          run: () => void setTime(thing, asNow(), t.publishedToast),
        },
      publish &&
        isUnpublished(thing) && {
          id: 'schedule',
          label: t.scheduleFor,
          icon: <ClockIcon />,
          run: () => setScheduling(thing),
        },
      publish &&
        thing.publish_at != null && {
          id: 'unpublish',
          label: t.unpublish,
          icon: <LockIcon />,
          run: () => void setTime(thing, null, t.unpublishedToast),
        },
      { id: 'history', label: t.history, icon: <HistoryIcon />, run: () => go(`${pathOf(thing)}/history`) },
      {
        id: 'remove',
        label: t.remove,
        icon: <TrashIcon />,
        danger: true,
        run: () => void send(remove, thing, t.removedToast),
      },
    ],
    dialog: scheduling && (
      <ScheduleDialog
        start={scheduling.publish_at ?? tomorrow()}
        onSchedule={(at) => void setTime(scheduling, at, t.scheduledToast)}
        onClose={() => setScheduling(undefined)}
      />
    ),
  }
}
