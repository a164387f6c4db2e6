import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { linkWrites } from '../../../contract/staff/links.ts'
import { useThingActions } from '../../changes/useThingActions.tsx'
import { PublishBadge } from '../../common/PublishBadge.tsx'
import { useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { dateTime } from '../../i18n/dates.ts'
import { useText } from '../../i18n/index.ts'
import { callWithHeaders } from '../../loading/call.ts'
import { queries } from '../../loading/queryClient.ts'
import { PlaneDrawing } from '../../ui/drawings.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ActionMenu } from '../../ui/staff/ActionMenu.tsx'
import { LinkRow } from '../Links.tsx'
import { linksOf } from '../queries.ts'
import { AddButton } from './AddButton.tsx'

/** The external links, each with staff's menu. */
export default function StaffLinks() {
  const { contents: t } = useText()
  const { contents: words, publishing } = useAuthoring()
  const course_id = useCourseId()
  const navigate = useNavigate()
  const { data } = useSuspenseQuery(linksOf(course_id))
  const { actionsOf, dialog } = useThingActions<(typeof data)[number]>({
    noun: 'links',
    pathOf: ({ _id }) => `/course/${course_id}/content/link/${_id}`,
    publish: ({ _id, revision }, publish_at) =>
      callWithHeaders(linkWrites.edit, { params: { course_id, link_id: _id }, body: { publish_at }, revision }),
    remove: ({ _id, revision }) =>
      callWithHeaders(linkWrites.remove, { params: { course_id, link_id: _id }, revision }),
    onDone: () => void queries.invalidateQueries({ queryKey: linksOf(course_id).queryKey }),
  })
  return (
    <>
      {data.length === 0 && <Empty compact drawing={<PlaneDrawing />} title={words.noLinks} text={words.noLinksText} />}
      <ul aria-label={t.links}>
        {data.map((link) => (
          <li key={link._id} className="flex items-start gap-1">
            <LinkRow link={link}>
              <PublishBadge at={link.publish_at} when={(at) => words.goesOut(dateTime(at))} />
            </LinkRow>
            <ActionMenu label={publishing.menu(link.link_name)} actions={actionsOf(link)} />
          </li>
        ))}
      </ul>
      <AddButton
        label={words.addLink}
        onPress={() => void navigate(`/course/${course_id}/content/link/new`, { preventScrollReset: true })}
      />
      {dialog}
    </>
  )
}
