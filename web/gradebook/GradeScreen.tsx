import type { ReactNode } from 'react'
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

/**
 * Scores, attendance by week, and the score of each assignment. They come together: a part that grew would push away
 * those below it.
 */
function OwnGrade() {
  return (
    <Load
      fallback={
        <Parts
          scores={<GradebookSkeleton />}
          attendance={<AttendanceSkeleton />}
          assignments={<AssignmentScoresSkeleton />}
        />
      }
    >
      <Parts scores={<Gradebook />} attendance={<Attendance />} assignments={<AssignmentScores />} />
    </Load>
  )
}

interface PartsProps {
  scores: ReactNode
  attendance: ReactNode
  assignments: ReactNode
}

function Parts({ scores, attendance, assignments }: PartsProps) {
  const t = useText().gradebook
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <Section title={t.title} action={<Explain />}>
        {scores}
      </Section>
      <Section title={t.attendance}>{attendance}</Section>
      <Section title={t.assignments}>{assignments}</Section>
    </div>
  )
}
