import { useNavigate } from 'react-router'
import type { AssignmentSummary } from '../../../contract/assignments.ts'
import { assignmentNameMost, assignmentWrites } from '../../../contract/staff/assignments.ts'
import { useThingActions } from '../../changes/useThingActions.tsx'
import { useWrite } from '../../changes/useWrite.ts'
import { AppLink } from '../../common/AppLink.tsx'
import { useCan } from '../../courses/membership.ts'
import { useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { callWithHeaders } from '../../loading/call.ts'
import { queries } from '../../loading/queryClient.ts'
import { ClockIcon, GradeIcon } from '../../ui/icons.tsx'
import { ActionMenu, type Actions } from '../../ui/staff/ActionMenu.tsx'
import { CopyIcon } from '../../ui/staff/icons.tsx'
import AssignmentRows from '../AssignmentRows.tsx'

/** Staff's list of the course's assignments. */
export default function StaffAssignments() {
  const { exceptions, grading, sheet, publishing } = useAuthoring()
  const course_id = useCourseId()
  const { author, grade, release } = useCan()
  const navigate = useNavigate()
  const { write } = useWrite('assignments')
  const path = `/course/${course_id}/assignments`
  const onDone = () => void queries.invalidateQueries({ queryKey: ['courses', course_id, 'assignments'] })
  const paramsOf = ({ _id }: AssignmentSummary) => ({ course_id, asgn_id: _id })
  const { actionsOf, dialog } = useThingActions<AssignmentSummary>({
    noun: 'assignments',
    pathOf: ({ _id }) => `${path}/${_id}`,
    publish: (one, publish_at) =>
      callWithHeaders(assignmentWrites.edit, { params: paramsOf(one), body: { publish_at }, revision: one.revision }),
    remove: (one) => callWithHeaders(assignmentWrites.remove, { params: paramsOf(one), revision: one.revision }),
    ...(!release && { refusals: { not_allowed: grading.releasersAlone } }),
    onDone,
  })
  async function duplicate({ _id, assignment_name }: AssignmentSummary) {
    const items = [{ asgn_id: _id, assignment_name: sheet.copyName(assignment_name).slice(0, assignmentNameMost) }]
    const send = () => callWithHeaders(assignmentWrites.copy, { params: { course_id }, body: { items }, makes: true })
    if (await write(send, sheet.duplicated)) onDone()
  }
  const allActionsOf = (one: AssignmentSummary): Actions => {
    const [edit, ...rest] = actionsOf(one)
    const copy = { id: 'copy', label: sheet.duplicate, icon: <CopyIcon />, run: () => void duplicate(one) }
    const others = {
      id: 'exceptions',
      label: exceptions.menu,
      icon: <ClockIcon />,
      run: () => void navigate(`${path}/${one._id}/exceptions`, { preventScrollReset: true }),
    }
    return [author && edit, author && copy, grade && others, ...(author ? rest : [])]
  }
  return (
    <>
      <AssignmentRows
        toolsOf={(one) =>
          (author || grade) && (
            <span className="flex items-center">
              {grade && (
                <AppLink
                  to={`${path}/${one._id}/submissions`}
                  aria-label={grading.submissionsOf(one.assignment_name)}
                  title={grading.submissions}
                  className="grid size-11 place-items-center rounded-full text-ink-soft hover:bg-hover hover:text-ink"
                >
                  <GradeIcon size={20} />
                </AppLink>
              )}
              <ActionMenu label={publishing.menu(one.assignment_name)} actions={allActionsOf(one)} />
            </span>
          )
        }
      />
      {dialog}
    </>
  )
}
