import { useMatch } from 'react-router'
import type { Topic, TopicSummary } from '../../../contract/discussions.ts'
import { discussionWrites } from '../../../contract/staff/discussions.ts'
import { Present } from '../../changes/Present.tsx'
import { revisionOf } from '../../changes/revisions.ts'
import { useThingActions } from '../../changes/useThingActions.tsx'
import { useWrite } from '../../changes/useWrite.ts'
import { useLeave } from '../../common/useLeave.ts'
import { useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { callWithHeaders } from '../../loading/call.ts'
import { LockIcon, PinIcon } from '../../ui/icons.tsx'
import { ActionMenu } from '../../ui/staff/ActionMenu.tsx'
import { renewTopics } from './fields.ts'

type About = Topic | TopicSummary

interface Props {
  topic: About
  /** The menu is on the topic's own page: it shows who else is there, and after a deletion leads to the list. */
  alone?: boolean
}

/** Staff's menu of a topic, on its page or in the list. */
export default function TopicMenu({ topic, alone }: Props) {
  const { discussions: t, publishing } = useAuthoring()
  const course_id = useCourseId()
  const leave = useLeave()
  const list = `/course/${course_id}/discussion`
  const { write } = useWrite('discussions')
  /** The form shows this itself, and a message would contradict it. */
  const isEdited = useMatch('/course/:course_id/discussion/:discussion_id/edit') !== null
  const of = ({ _id }: About) => ({ course_id, discussion_id: _id })
  const edit = (it: About, body: { publish_at?: string | null; pinned?: boolean; locked?: boolean }) =>
    callWithHeaders(discussionWrites.edit, { params: of(it), body, revision: revisionOf(it) })
  const { actionsOf, dialog } = useThingActions<About>({
    noun: 'discussions',
    pathOf: ({ _id }) => `${list}/${_id}`,
    publish: (it, publish_at) => edit(it, { publish_at }),
    async remove(it) {
      const answer = await callWithHeaders(discussionWrites.remove, { params: of(it), revision: revisionOf(it) })
      if (alone) leave(list)
      return answer
    },
    onDone: () => void renewTopics(course_id),
  })
  async function set(body: { pinned: boolean } | { locked: boolean }, done: string) {
    if (await write(() => edit(topic, body), done)) await renewTopics(course_id)
  }
  const { pinned = false, locked = false } = topic
  const [first, ...others] = actionsOf(topic)
  const own = [
    {
      ...{ id: 'pin', label: pinned ? t.unpin : t.pin, icon: <PinIcon /> },
      run: () => void set({ pinned: !pinned }, pinned ? t.unpinnedToast : t.pinnedToast),
    },
    {
      ...{ id: 'lock', label: locked ? t.unlock : t.lock, icon: <LockIcon /> },
      run: () => void set({ locked: !locked }, locked ? t.unlockedToast : t.lockedToast),
    },
  ]
  return (
    <>
      {alone && !isEdited && <Present thing={topic._id} doing="looking" />}
      <ActionMenu label={publishing.menu(topic.discussion_title)} actions={[first, ...own, ...others]} />
      {dialog}
    </>
  )
}
