import { Outlet } from 'react-router'
import { useCan } from '../courses/membership.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { StaffPart } from '../loading/StaffPart.tsx'
import { Section } from '../ui/Section.tsx'
import { AssignmentScores, AssignmentScoresSkeleton } from './AssignmentScores.tsx'
import { Attendance, AttendanceSkeleton } from './Attendance.tsx'
import { Explain } from './Explain.tsx'
import { Gradebook, GradebookSkeleton } from './Gradebook.tsx'
import { classGrade } from './needs.ts'

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

/** Scores, attendance by week, and the score of each assignment. */
function OwnGrade() {
  const t = useText().gradebook
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <Section title={t.title} action={<Explain />}>
        <Load fallback={<GradebookSkeleton />}>
          <Gradebook />
        </Load>
      </Section>
      <Section title={t.attendance}>
        <Load fallback={<AttendanceSkeleton />} compact>
          <Attendance />
        </Load>
      </Section>
      <Section title={t.assignments}>
        <Load fallback={<AssignmentScoresSkeleton />} compact>
          <AssignmentScores />
        </Load>
      </Section>
    </div>
  )
}
