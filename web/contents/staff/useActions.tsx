import { useNavigate } from 'react-router'
import type { ContentItem } from '../../../contract/contents.ts'
import { isUnpublished } from '../../common/PublishBadge.tsx'
import { useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import {
  ClockIcon,
  EditIcon,
  EyeIcon,
  FolderIcon,
  InfoIcon,
  LockIcon,
  PlusIcon,
  RetryIcon,
  TrashIcon,
  UploadIcon,
} from '../../ui/icons.tsx'
import type { Action } from '../../ui/staff/ActionMenu.tsx'
import { ArrowDownIcon, ArrowUpIcon, HistoryIcon } from '../../ui/staff/icons.tsx'
import type { Order } from './order.ts'

type On = (item: ContentItem) => void

interface Handlers {
  onOpen: (id: string) => void
  onEdit: (id: string) => void
  onPublish: On
  onUnpublish: On
  onSchedule: On
  onMove: On
  stepOf: (item: ContentItem, step: -1 | 1) => Order | undefined
  onStep: (order: Order) => void
  onReplace: On
  onNewFolder: On
  onUpload: On
  onRemove: On
}

/** The menu of an item's row. */
export function useActions(on: Handlers): (item: ContentItem) => Action[] {
  const { contents: t, publishing } = useAuthoring()
  const courseId = useCourseId()
  const navigate = useNavigate()
  const go = (to: string) => void navigate(`/course/${courseId}/content/${to}`, { preventScrollReset: true })
  return (item) => {
    const { _id: id, children, publish_at } = item
    const up = on.stepOf(item, -1)
    const down = on.stepOf(item, 1)
    const may = (condition: unknown, action: Action) => (condition ? [action] : [])
    return [
      ...may(!children, { id: 'open', label: t.openIt, icon: <InfoIcon />, run: () => on.onOpen(id) }),
      { id: 'edit', label: t.edit, icon: <EditIcon />, run: () => on.onEdit(id) },
      ...may(isUnpublished(item), {
        id: 'publish',
        label: t.publish,
        icon: <EyeIcon />,
        run: () => on.onPublish(item),
      }),
      ...may(isUnpublished(item), {
        id: 'schedule',
        label: publishing.scheduleFor,
        icon: <ClockIcon />,
        run: () => on.onSchedule(item),
      }),
      ...may(publish_at !== null, {
        id: 'unpublish',
        label: t.unpublish,
        icon: <LockIcon />,
        run: () => on.onUnpublish(item),
      }),
      ...may(children, { id: 'upload', label: t.uploadFiles, icon: <UploadIcon />, run: () => on.onUpload(item) }),
      ...may(children, { id: 'folder', label: t.newFolder, icon: <PlusIcon />, run: () => on.onNewFolder(item) }),
      ...may(item.is_page, { id: 'page', label: t.editPage, icon: <EditIcon />, run: () => go(`${id}/page`) }),
      ...may(!children, { id: 'versions', label: t.versions, icon: <ClockIcon />, run: () => go(`${id}/versions`) }),
      ...may(!children, { id: 'opened', label: t.openedBy, icon: <EyeIcon />, run: () => go(`${id}/opened`) }),
      ...may(children, { id: 'newPage', label: t.newPage, icon: <EditIcon />, run: () => go(`page/new?in=${id}`) }),
      ...may(!children && !item.is_page, {
        id: 'replace',
        label: t.replace,
        icon: <RetryIcon />,
        run: () => on.onReplace(item),
      }),
      { id: 'move', label: t.moveTo, icon: <FolderIcon />, run: () => on.onMove(item) },
      ...may(up, { id: 'up', label: t.moveUp, icon: <ArrowUpIcon />, run: () => up && on.onStep(up) }),
      ...may(down, { id: 'down', label: t.moveDown, icon: <ArrowDownIcon />, run: () => down && on.onStep(down) }),
      {
        id: 'history',
        label: t.history,
        icon: <HistoryIcon />,
        run: () => go(`${id}/history`),
      },
      { id: 'remove', label: t.remove, icon: <TrashIcon />, danger: true, run: () => on.onRemove(item) },
    ]
  }
}
