import { Outlet } from 'react-router'
import { myAssignments } from '../assignments/queries.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { StaffPart } from '../loading/StaffPart.tsx'
import { useSettled } from '../loading/useSettled.ts'
import { mySchedules } from '../schedules/queries.ts'
import { Section } from '../ui/Section.tsx'
import { AssignmentScores, AssignmentScoresSkeleton } from './AssignmentScores.tsx'
import { Attendance, AttendanceSkeleton } from './Attendance.tsx'
import { Explain } from './Explain.tsx'
import { Gradebook, GradebookSkeleton } from './Gradebook.tsx'
import { classGrade } from './needs.ts'
import { gradebookOf } from './queries.ts'

/** A student's own scores; for staff those of the class. */
export default function GradeScreen() {
  if (useCan().work) return <OwnGrade />
  return (
    <>
      <Load fallback={<GradebookSkeleton />}>
        <StaffPart code={classGrade} given={{}} />
      </Load>
      <Outlet />
    </>
  )
}

/**
 * Scores, attendance by week, and the score of each assignment. They replace their skeletons together, because one that
 * grew would push away those below it; each fails by itself.
 */
function OwnGrade() {
  const t = useText().gradebook
  const courseId = useCourseId()
  const settled = useSettled([gradebookOf(courseId), mySchedules(courseId), myAssignments(courseId)])
  const [scores, attendance, assignments] = [
    <GradebookSkeleton key="scores" />,
    <AttendanceSkeleton key="attendance" />,
    <AssignmentScoresSkeleton key="assignments" />,
  ]
  return (
    <div key={String(settled)} className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <Section title={t.title} action={<Explain />}>
        <Load fallback={scores}>{settled ? <Gradebook /> : scores}</Load>
      </Section>
      <Section title={t.attendance}>
        <Load fallback={attendance} compact>
          {settled ? <Attendance /> : attendance}
        </Load>
      </Section>
      <Section title={t.assignments}>
        <Load fallback={assignments} compact>
          {settled ? <AssignmentScores /> : assignments}
        </Load>
      </Section>
    </div>
  )
}
