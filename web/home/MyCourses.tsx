import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { AppLink } from '../common/AppLink.tsx'
import { CourseCardView, cardGrid } from '../courses/CourseCardView.tsx'
import { myCourses } from '../courses/queries.ts'
import { semestersOf } from '../courses/semesters.ts'
import { useText } from '../i18n/index.ts'
import { usePrefetchInSight } from '../loading/usePrefetchInSight.ts'
import { useMe } from '../session/queries.ts'
import { buttonClass } from '../ui/buttonClass.ts'
import { Card } from '../ui/Card.tsx'
import { DeskDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { Section } from '../ui/Section.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'

export function MyCourses() {
  const t = useText().home
  const { create } = useMe().can
  const { data: courses } = useSuspenseQuery(myCourses)
  const [search, setSearch] = useSearchParams()
  const semesters = semestersOf(courses)
  const chosen = semesters.find((s) => s.key === search.get('semester')) ?? semesters[0]
  const list = useRef<HTMLUListElement>(null)
  usePrefetchInSight(list, chosen?.key ?? '')
  if (!chosen) {
    return (
      <Section title={t.courses}>
        <Card>
          <Empty
            drawing={<DeskDrawing />}
            title={t.coursesEmpty}
            action={
              <div className="flex flex-wrap justify-center gap-3">
                <AppLink to="/join" className={buttonClass(create ? 'quiet' : 'primary', 'md')}>
                  <PlusIcon size={18} />
                  {t.joinOne}
                </AppLink>
                {create && <NewCourse />}
              </div>
            }
          />
        </Card>
      </Section>
    )
  }
  return (
    <Section
      title={t.courses}
      action={
        <div className="flex items-center gap-3">
          {create && <NewCourse />}
          <Select
            label={t.semester}
            hideLabel
            className="w-36"
            value={chosen.key}
            onChange={(semester) =>
              setSearch(
                (now) => {
                  now.set('semester', semester)
                  return now
                },
                { replace: true, preventScrollReset: true },
              )
            }
            options={semesters.map(({ key, year, semester }) => ({ value: key, label: t.semesterOf(year, semester) }))}
          />
        </div>
      }
    >
      <ul ref={list} className={cardGrid}>
        {chosen.courses.map((course) => (
          <li key={course.course_id}>
            <CourseCardView course={course} to={`/course/${course.course_id}/home`} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** For people who may make courses. */
function NewCourse() {
  return (
    <AppLink to="/new-course" className={buttonClass('primary', 'md')}>
      <PlusIcon size={18} />
      {useText().home.add}
    </AppLink>
  )
}

export function MyCoursesSkeleton() {
  const t = useText()
  return (
    <Section title={t.home.courses} action={<Skeleton shape="block" className="h-11 w-36" />}>
      <SkeletonGroup label={t.loading} className={cardGrid}>
        {[0, 1, 2, 3].map((n) => (
          <Card key={n} pad="none" className="flex overflow-hidden sm:block">
            <Skeleton shape="block" className="w-28 shrink-0 rounded-none sm:aspect-video sm:w-auto" />
            <div className="flex-1 p-3 sm:p-4">
              <Skeleton className="w-1/3 text-sm" />
              <Skeleton className="sm:text-lg" />
              <Skeleton className="w-2/3 sm:text-lg" />
              <Skeleton className="w-1/2 text-sm" />
            </div>
          </Card>
        ))}
      </SkeletonGroup>
    </Section>
  )
}
