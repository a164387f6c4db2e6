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
  HistoryIcon,
  InfoIcon,
  LockIcon,
  PlusIcon,
  RetryIcon,
  TrashIcon,
  UploadIcon,
} from '../../ui/icons.tsx'
import type { Actions } from '../../ui/staff/ActionMenu.tsx'
import { ArrowDownIcon, ArrowUpIcon } from '../../ui/staff/icons.tsx'
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
export function useActions(on: Handlers): (item: ContentItem) => Actions {
  const { contents: t, publishing } = useAuthoring()
  const courseId = useCourseId()
  const navigate = useNavigate()
  const go = (to: string) => void navigate(`/course/${courseId}/content/${to}`, { preventScrollReset: true })
  return (item) => {
    const { _id: id, children, publish_at } = item
    const up = on.stepOf(item, -1)
    const down = on.stepOf(item, 1)
    return [
      !children && { id: 'open', label: t.openIt, icon: <InfoIcon />, run: () => on.onOpen(id) },
      { id: 'edit', label: t.edit, icon: <EditIcon />, run: () => on.onEdit(id) },
      isUnpublished(item) && {
        id: 'publish',
        label: t.publish,
        icon: <EyeIcon />,
        run: () => on.onPublish(item),
      },
      isUnpublished(item) && {
        id: 'schedule',
        label: publishing.scheduleFor,
        icon: <ClockIcon />,
        run: () => on.onSchedule(item),
      },
      publish_at !== null && {
        id: 'unpublish',
        label: t.unpublish,
        icon: <LockIcon />,
        run: () => on.onUnpublish(item),
      },
      children && { id: 'upload', label: t.uploadFiles, icon: <UploadIcon />, run: () => on.onUpload(item) },
      children && { id: 'folder', label: t.newFolder, icon: <PlusIcon />, run: () => on.onNewFolder(item) },
      item.is_page && { id: 'page', label: t.editPage, icon: <EditIcon />, run: () => go(`${id}/page`) },
      !children && { id: 'versions', label: t.versions, icon: <ClockIcon />, run: () => go(`${id}/versions`) },
      !children && { id: 'opened', label: t.openedBy, icon: <EyeIcon />, run: () => go(`${id}/opened`) },
      children && { id: 'newPage', label: t.newPage, icon: <EditIcon />, run: () => go(`page/new?in=${id}`) },
      !children &&
        !item.is_page && {
          id: 'replace',
          label: t.replace,
          icon: <RetryIcon />,
          run: () => on.onReplace(item),
        },
      { id: 'move', label: t.moveTo, icon: <FolderIcon />, run: () => on.onMove(item) },
      up && { id: 'up', label: t.moveUp, icon: <ArrowUpIcon />, run: () => up && on.onStep(up) },
      down && { id: 'down', label: t.moveDown, icon: <ArrowDownIcon />, run: () => down && on.onStep(down) },
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
