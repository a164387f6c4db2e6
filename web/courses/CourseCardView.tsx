import type { CourseCard } from '../../contract/courses.ts'
import { AppLink } from '../common/AppLink.tsx'
import { useText } from '../i18n/index.ts'
import { Badge } from '../ui/Badge.tsx'
import { Card } from '../ui/Card.tsx'
import { CourseCover } from '../ui/CourseCover.tsx'
import { coverSeed } from './cover.ts'

/** Course cards in a grid, as many in a row as fit. */
export const cardGrid = 'grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-3 sm:gap-5'

interface Props {
  course: CourseCard
  to: string
  /** The target opens over the list. */
  preventScrollReset?: boolean
}

export function CourseCardView({ course, to, preventScrollReset }: Props) {
  const t = useText().home
  const { course_id, course_name, course_code, course_image, course_instructors, course_mooc } = course
  return (
    // On a phone a row with its picture at the side: six of them fill two screens.
    <Card linked pad="none" className="flex h-full overflow-hidden sm:flex-col">
      <div className="relative w-28 shrink-0 sm:w-auto">
        <CourseCover
          id={coverSeed(course_id, course.course_cover)}
          src={course_image}
          className="h-full sm:aspect-video"
        />
        {course.course_archived && (
          <span className="absolute bottom-2 left-2 sm:bottom-3 sm:left-3">
            <Badge icon={null}>{t.archived}</Badge>
          </span>
        )}
        {course_mooc && (
          <span className="absolute top-2 left-2 sm:top-3 sm:right-3 sm:left-auto">
            <Badge tone="accent" icon={null}>
              {t.mooc}
            </Badge>
          </span>
        )}
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 p-3 sm:gap-1 sm:p-4 sm:pb-5">
        <p className="flex justify-between gap-3 text-ink-soft text-sm tabular-nums">
          <span className="min-w-0 truncate font-medium">{course_code}</span>
          <span className="shrink-0">{t.semesterOf(course.course_academic_year, course.course_semester)}</span>
        </p>
        <h3
          className="line-clamp-2 text-pretty break-words font-semibold leading-snug sm:min-h-[2lh] sm:text-lg sm:leading-normal"
          title={course_name}
        >
          <AppLink to={to} look="cover" preventScrollReset={preventScrollReset}>
            {course_name}
          </AppLink>
        </h3>
        <p className="mt-auto truncate pt-1 text-ink-soft text-sm">{instructorsOf(course_instructors, t)}</p>
      </div>
    </Card>
  )
}

type Words = ReturnType<typeof useText>['home']

/** A single instructor's full name; of several, the first name of one and the number of others. */
function instructorsOf(instructors: CourseCard['course_instructors'], t: Words): string {
  const [first] = instructors
  if (!first) return t.noInstructor
  return instructors.length === 1 ? `${first.first} ${first.last}` : t.more(first.first, instructors.length - 1)
}
