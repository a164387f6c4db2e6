import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import type { Assignment } from '../../../contract/assignments.ts'
import { AppLink } from '../../common/AppLink.tsx'
import { Title } from '../../common/Title.tsx'
import { useHasLeft } from '../../common/useHasLeft.ts'
import { CourseSwitcher } from '../../courses/CourseSwitcher.tsx'
import { useCan, useCourse } from '../../courses/membership.ts'
import { useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useText } from '../../i18n/index.ts'
import { isNotFound } from '../../loading/call.ts'
import { queries } from '../../loading/queryClient.ts'
import { useBackOnFailure } from '../../loading/useBackOnFailure.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { ArrowLeftIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/Page.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { worksheetOf } from '../queries.ts'
import { emptySheet, startOf } from './fields.ts'
import { SheetForm } from './SheetForm.tsx'
import { SheetSkeleton } from './SheetSkeleton.tsx'

/** Staff's page of an assignment: the worksheet, with each part editable in place. */
export default function SheetScreen() {
  const text = useText()
  const t = useAuthoring().sheet
  const course_id = useCourseId()
  const navigate = useNavigate()
  const hasLeft = useHasLeft()
  const { asgn_id: id } = useParams()
  const course = useCourse()
  const { author } = useCan()
  const list = `/course/${course_id}/assignments`
  const sheet = useQuery({ ...worksheetOf(course_id, id ?? ''), enabled: id !== undefined && author })
  useBackOnFailure(sheet, list)
  // The form of a new assignment goes on as the form of what it made: the person may be typing in it.
  const [form, setForm] = useState<{ id: string | undefined; key: number; isNew: boolean; made?: string }>({
    ...{ id, key: 0, isNew: id === undefined },
  })
  if (form.id !== id) {
    const goesOn = id !== undefined && form.made === id
    setForm({ id, key: goesOn ? form.key : form.key + 1, isNew: goesOn || id === undefined })
  }
  const gone = isNotFound(sheet.error)
  const start = useMemo(() => (sheet.data ? { ...startOf(sheet.data), gone } : emptySheet()), [sheet.data, gone])
  // Wait for the person's abilities before sending anybody away.
  if (course && !author) return <Navigate to={list} replace />

  // With the form, which a name of two lines would move.
  const title = id ? ((course && sheet.data?.assignment_name) ?? text.loading) : t.newTitle
  async function onSaved(assignment: Assignment) {
    queries.setQueryData(worksheetOf(course_id, assignment._id).queryKey, assignment as never)
    void queries.invalidateQueries({ queryKey: ['courses', course_id, 'assignments'] })
    if (id || hasLeft()) return
    setForm((now) => ({ ...now, made: assignment._id }))
    await navigate(`${list}/${assignment._id}/edit`, { replace: true, preventScrollReset: true })
  }
  return (
    <Page top="compact" gap="sm">
      <CourseSwitcher />
      <p className="flex flex-wrap justify-between gap-2">
        <AppLink to={list} className={buttonClass('bare', 'sm', '-ms-3')}>
          <ArrowLeftIcon size={18} />
          {text.assignments.back}
        </AppLink>
        {id && (
          <AppLink to={`${list}/${id}/worksheet`} className={buttonClass('bare', 'sm')}>
            {t.read}
          </AppLink>
        )}
      </p>
      <Title of={title} />
      {/* On a new assignment the focus starts in its name, and stays in the form, which a name of two lines would move. */}
      {form.isNew ? (
        <h1 title={title} className="truncate font-semibold text-2xl tracking-tight">
          {title}
        </h1>
      ) : (
        <PageTitle focusKey={id}>{title}</PageTitle>
      )}
      {!course || (id && !sheet.data) ? (
        <SheetSkeleton />
      ) : (
        <SheetForm
          key={form.key}
          id={id}
          start={start}
          publish_at={sheet.data?.publish_at ?? null}
          onSaved={(assignment) => void onSaved(assignment)}
        />
      )}
    </Page>
  )
}
