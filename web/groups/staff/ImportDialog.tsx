import { Navigate, useParams } from 'react-router'
import { type GroupImportRow, groupColumnKinds, groupWrites } from '../../../contract/staff/groups.ts'
import { useCan } from '../../courses/membership.ts'
import { useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { callForm } from '../../loading/callForm.ts'
import { queries } from '../../loading/queryClient.ts'
import { ImportTable } from '../../tables/ImportTable.tsx'
import { groupingsOf } from '../queries.ts'

/** Puts students into groups by a file with their addresses, and makes missing groups. */
export default function ImportDialog() {
  const { groups: t } = useAuthoring()
  const course_id = useCourseId()
  const { grouping_id = '' } = useParams()
  const list = `/course/${course_id}/group`
  const saysOf = ({ fate, group, from, makes, problem, value }: GroupImportRow): string => {
    if (problem) return t.problems[problem](value ?? '')
    const to = makes ? t.newGroup(group) : group
    return fate === 'changed' ? `${from} → ${to}` : to
  }
  if (!useCan().author) return <Navigate to={list} replace />
  return (
    <ImportTable<GroupImportRow>
      {...{ title: t.import, list: `${list}?grouping=${grouping_id}`, noun: 'grouping', done: t.imported }}
      kinds={Object.fromEntries(groupColumnKinds.map((kind) => [kind, t.columnKinds[kind || 'ignored']]))}
      wordsOf={(row) => ({ name: row.name, email: row.email || (row.value ?? ''), says: saysOf(row) })}
      send={(file, query) => callForm(groupWrites.import, { params: { course_id, grouping_id }, query, file })}
      onDone={() => queries.invalidateQueries({ queryKey: groupingsOf(course_id).queryKey })}
    />
  )
}
