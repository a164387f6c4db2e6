import type { ContentItem } from '../../../contract/contents.ts'
import { asNow } from '../../changes/publishing.ts'
import { isUnpublished, PublishBadge } from '../../common/PublishBadge.tsx'
import { useAuthoring } from '../../i18n/authoring.ts'
import { dateTime } from '../../i18n/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { useContentWrites } from './useContentWrites.ts'

/** On the page of a file or folder: whether students see it, with a button that changes that. */
export default function ContentTools({ item }: { item: ContentItem }) {
  const t = useAuthoring().contents
  const { publish, busy } = useContentWrites()
  const isHidden = isUnpublished(item)
  const press = () => publish([item], isHidden ? asNow() : null, isHidden ? t.published(1) : t.unpublished(1))
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-3">
      <Button size="sm" variant={isHidden ? 'primary' : 'quiet'} pending={busy} onClick={() => void press()}>
        {isHidden ? t.publish : t.unpublish}
      </Button>
      <PublishBadge at={item.publish_at} when={(at) => t.goesOut(dateTime(at))} />
    </div>
  )
}
