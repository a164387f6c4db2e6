import type { ContentItem } from '../../../contract/contents.ts'
import { PublishBadge } from '../../common/PublishBadge.tsx'
import { useAuthoring } from '../../i18n/authoring.ts'
import { dateTime } from '../../i18n/dates.ts'
import { useText } from '../../i18n/index.ts'
import { Badge } from '../../ui/Badge.tsx'
import { LockIcon } from '../../ui/icons.tsx'
import { ActionMenu, type Actions } from '../../ui/staff/ActionMenu.tsx'
import { FileFacts } from '../ContentList.tsx'
import { KindIcon, kindOf } from '../kinds.tsx'

interface Props {
  item: ContentItem
  /** The names of its folders, in a list without the folders themselves. */
  folders: string[]
  /** One of its folders is not published. */
  isHidden: boolean
  actions: Actions
}

/** A file or folder for staff: as students see it, its publication, and its menu. */
export function ContentRow({ item, folders, isHidden, actions }: Props) {
  const t = useText().contents
  const authoring = useAuthoring().contents
  const { file_name: name, file_description: description, children, publish_at } = item
  return (
    <>
      <KindIcon kind={kindOf(item)} />
      <div className="min-w-0 flex-1">
        <p className="break-words font-medium">{name}</p>
        {description && <p className="line-clamp-2 break-words text-sm">{description}</p>}
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <PublishBadge at={publish_at} when={(at) => authoring.goesOut(dateTime(at))} />
          {isHidden && publish_at && <Badge icon={<LockIcon size={14} />}>{authoring.hidden}</Badge>}
          {children ? (
            <span className="text-ink-soft text-sm">{t.items(children.length)}</span>
          ) : (
            <FileFacts item={item} folders={folders} />
          )}
        </div>
      </div>
      <ActionMenu label={authoring.menu(name)} actions={actions} />
    </>
  )
}
