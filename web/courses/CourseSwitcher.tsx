import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { use, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import type { CourseCard } from '../../contract/courses.ts'
import { BarMiddle } from '../frame/BarMiddle.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { prefetch } from '../loading/prefetch.ts'
import { queries } from '../loading/queryClient.ts'
import { CourseCover } from '../ui/CourseCover.tsx'
import { Picker, PickerLink } from '../ui/Picker.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { coursesToSwitch } from './coursesToSwitch.ts'
import { coverSeed } from './cover.ts'
import { courseOf, myCourses, useCourseId } from './queries.ts'
import { tabOf } from './tabs.ts'

/** In the middle of the top bar: the name of the open course, and a list that leads to the same tab of another one. */
export function CourseSwitcher() {
  const t = useText()
  const place = use(BarMiddle)
  const courseId = useCourseId()
  const { key } = useLocation()
  const course = useQuery(courseOf(courseId)).data
  // Loaded when the list opens, or is about to.
  const { data: mine } = useQuery({ ...myCourses, enabled: false })
  const [opened, setOpened] = useState<{ at: string; search: string }>()
  const name = course?.course_name_short ?? mine?.find((c) => c.course_id === courseId)?.course_name
  if (!place || !name) return null

  // Going to another page closes it.
  const open = opened?.at === key
  const search = open ? opened.search : ''
  return createPortal(
    <Picker
      open={open}
      onOpenChange={(is) => setOpened(is ? { at: key, search: '' } : undefined)}
      name={name}
      label={t.course.switch}
      onIntent={() => void queries.prefetchQuery(myCourses)}
      search={search}
      onSearch={(next) => setOpened({ at: key, search: next })}
      searchLabel={t.course.switchSearch}
      clearLabel={t.contents.clear}
      status={mine ? t.course.switchFound(coursesToSwitch(mine, courseId, search).length) : ''}
    >
      <Load fallback={<CourseListSkeleton />} compact>
        <Courses courseId={courseId} search={search} />
      </Load>
    </Picker>,
    place,
  )
}

function Courses({ courseId, search }: { courseId: string; search: string }) {
  const t = useText()
  const { pathname } = useLocation()
  const shown = coursesToSwitch(useSuspenseQuery(myCourses).data, courseId, search)
  const tab = tabOf(pathname) ?? 'home'
  if (shown.length === 0) return <p className="px-2.5 py-4 text-ink-soft text-sm">{t.course.switchFound(0)}</p>
  return (
    <ul aria-label={t.home.courses}>
      {shown.map((course) => (
        <li key={course.course_id}>
          <CourseLink
            course={course}
            to={`/course/${course.course_id}/${tab}`}
            current={course.course_id === courseId}
          />
        </li>
      ))}
    </ul>
  )
}

function CourseLink({ course, to, current }: { course: CourseCard; to: string; current: boolean }) {
  const t = useText().home
  return (
    <PickerLink
      to={to}
      onIntent={() => void prefetch(to)}
      current={current}
      picture={<CourseCover id={coverSeed(course.course_id, course.course_cover)} src={course.course_image} />}
      detail={`${course.course_code} · ${t.semesterOf(course.course_academic_year, course.course_semester)}`}
    >
      {course.course_name}
    </PickerLink>
  )
}

function CourseListSkeleton() {
  return (
    <SkeletonGroup label={useText().loading} className="grid gap-1.5 p-1">
      {[0, 1, 2, 3].map((n) => (
        <Skeleton key={n} shape="block" className="h-13" />
      ))}
    </SkeletonGroup>
  )
}
