import { Outlet } from 'react-router'
import { useCan } from '../courses/membership.ts'
import { Load } from '../loading/Load.tsx'
import { StaffPart, staffCode } from '../loading/StaffPart.tsx'
import { OwnScheduleSkeleton } from './OwnSchedule.tsx'
import { WholeSchedule } from './WholeSchedule.tsx'

const staffSchedule = staffCode('StaffSchedule', () => import('./staff/StaffSchedule.tsx'))

/** All classes of the course; staff's forms open over them. */
export default function ScheduleScreen() {
  const { author, grade } = useCan()
  return (
    <>
      <Load fallback={<OwnScheduleSkeleton />}>
        {author || grade ? <StaffPart code={staffSchedule} given={{}} /> : <WholeSchedule />}
      </Load>
      <Outlet />
    </>
  )
}
