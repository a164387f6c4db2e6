import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Can } from '../../contract/courses.ts'
import { useText } from '../i18n/index.ts'
import { useMe } from '../session/queries.ts'
import { announce } from '../ui/Announcer.tsx'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { EyeIcon } from '../ui/icons.tsx'
import { toast } from '../ui/Toast.tsx'
import { useCan } from './membership.ts'
import { courseOf } from './queries.ts'
import { switchStudentView } from './switchStudentView.ts'

/** In the header of a course, for its staff: switches the student view on. */
export default function StudentViewButton({ courseId }: { courseId: string }) {
  const t = useText().staff.studentView
  const { _id } = useMe()
  useSayWhatIsLost(courseId)
  const enter = () => {
    switchStudentView(courseId, { courseId, personId: _id })
    announce(t.note)
  }
  return (
    <>
      {/* On a phone beside the title, out of the flow: the breadcrumb keeps its line, and nothing moves. */}
      <div className="absolute end-2 -bottom-2 sm:hidden">
        <IconButton label={t.see} icon={<EyeIcon />} onClick={enter} />
      </div>
      <Button size="sm" icon={<EyeIcon size={18} />} className="shrink-0 max-sm:hidden" onClick={enter}>
        {t.see}
      </Button>
    </>
  )
}

/** Screens and forms go with an ability that is taken: somebody who was typing there learns why. */
function useSayWhatIsLost(courseId: string) {
  const { mayLess } = useText().staff
  const can = useCan()
  // Its page says so, and to whom archived it as well.
  const isArchived = useQuery(courseOf(courseId)).data?.course_archived === true
  const before = useRef(can)
  useEffect(() => {
    const isLess = (Object.keys(can) as (keyof Can)[]).some((one) => before.current[one] && !can[one])
    before.current = can
    if (isLess && !isArchived) toast(mayLess)
  }, [can, mayLess, isArchived])
}
