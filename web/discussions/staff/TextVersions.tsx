import { useQuery } from '@tanstack/react-query'
import { discussionWrites } from '../../../contract/staff/discussions.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { dateTime } from '../../i18n/dates.ts'
import { useText } from '../../i18n/index.ts'
import { query } from '../../loading/call.ts'
import { failureWords } from '../../loading/failureWords.ts'
import { Markdown } from '../../markdown/Markdown.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

interface Props {
  params: { course_id: string; discussion_id: string; text_id: string }
  onClose: () => void
}

/** The earlier versions of a text that its author changed or deleted. */
export function TextVersions({ params, onClose }: Props) {
  const t = useAuthoring().discussions
  const { close, errors } = useText()
  // Read at every opening, because its author may have changed it again.
  const { data, error } = useQuery({ ...query(discussionWrites.versions, params), staleTime: 0 })
  return (
    <Dialog title={t.versions} closeLabel={close} onClose={onClose} size="md">
      {error && <p>{failureWords(error, errors).text}</p>}
      {!data && !error && <Skeleton />}
      {data?.length === 0 && <p className="text-ink-soft">{t.noVersions}</p>}
      <ol className="grid gap-5">
        {data?.map(({ content, until }) => (
          <li key={until} className="grid gap-2">
            <h3 className="text-ink-soft text-sm">{t.until(dateTime(until))}</h3>
            <Markdown text={content} lines />
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
