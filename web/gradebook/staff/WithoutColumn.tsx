import { useState } from 'react'
import { type Grades, grading } from '../../../contract/staff/gradebook.ts'
import { changeOfHeaders, toastWithUndo } from '../../changes/undo.ts'
import { useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { CallError, callWithHeaders } from '../../loading/call.ts'
import { queries } from '../../loading/queryClient.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/Toast.tsx'
import { gradesOf } from '../staffQueries.ts'

/** Published assignments without a column, each with a button that adds one. */
export function WithoutColumn({ table }: { table: Grades }) {
  const { grades: t, writes } = useAuthoring()
  const course_id = useCourseId()
  const [busy, setBusy] = useState(false)
  async function addAll() {
    setBusy(true)
    const made: string[] = []
    for (const { _id, assignment_name, assignment_score } of table.without) {
      const body = { gradable_name: assignment_name, gradable_score: assignment_score, assignment_id: _id }
      try {
        const { headers } = await callWithHeaders(grading.addColumn, { params: { course_id }, body })
        made.push(...changeOfHeaders(headers))
      } catch (error) {
        // Somebody else has just added this column.
        if (error instanceof CallError && error.code === 'conflict') continue
        toast(writes.failed, 'wrong')
        break
      }
    }
    setBusy(false)
    if (made.length > 0) toastWithUndo(t.addedMany(made.length), course_id, made, writes)
    await queries.invalidateQueries({ queryKey: gradesOf(course_id).queryKey })
  }
  return (
    <Alert>
      <span className="flex flex-wrap items-center gap-3">
        {t.without(table.without.length)}
        <Button size="sm" pending={busy} onClick={() => void addAll()}>
          {t.addThem}
        </Button>
      </span>
    </Alert>
  )
}
