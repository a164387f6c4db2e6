import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { textOf } from '../../../contract/staff/cellText.ts'
import { type GradeImportRow, gradeTables } from '../../../contract/staff/gradeTables.ts'
import { useCan } from '../../courses/membership.ts'
import { useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { callForm } from '../../loading/callForm.ts'
import { queries } from '../../loading/queryClient.ts'
import { ImportTable } from '../../tables/ImportTable.tsx'
import { gradesOf } from '../staffQueries.ts'

/** Scores from a file, with each cell before and after. */
export default function ImportDialog() {
  const course_id = useCourseId()
  if (!useCan().grade) return <Navigate to={`/course/${course_id}/grade`} replace />
  return <Import course_id={course_id} />
}

function Import({ course_id }: { course_id: string }) {
  const { gradeTables: t } = useAuthoring()
  const { columns } = useSuspenseQuery(gradesOf(course_id)).data
  const names = new Map(columns.map(({ _id, gradable_name }) => [_id, gradable_name]))
  const saysOf = ({ gradable_id = '', fate, before = null, after = null, problem, value = '' }: GradeImportRow) => {
    const column = names.get(gradable_id) ?? ''
    const said = (value: Parameters<typeof textOf>[0]) => textOf(value) || '–'
    if (problem) return [t.problems[problem](value), column].filter(Boolean).join(' · ')
    return fate === 'unchanged' ? t.same(column, said(after)) : t.cell(column, said(before), said(after))
  }
  return (
    <ImportTable<GradeImportRow>
      {...{ title: t.import, list: `/course/${course_id}/grade`, noun: 'grades', help: t.help, unplaced: t.unplaced }}
      {...{ done: t.imported, apply: t.apply }}
      kinds={{ '': t.ignored, person: t.person, email: t.email, name: t.name, ...Object.fromEntries(names) }}
      wordsOf={(row) => ({ name: row.name, email: row.name ? '' : (row.value ?? ''), says: saysOf(row) })}
      send={(file, query) => callForm(gradeTables.import, { params: { course_id }, query, file })}
      onDone={() => queries.invalidateQueries({ queryKey: gradesOf(course_id).queryKey })}
    />
  )
}
