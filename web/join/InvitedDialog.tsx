import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { courseWrites } from '../../contract/staff/courses.ts'
import { AppLink } from '../common/AppLink.tsx'
import { useHasLeft } from '../common/useHasLeft.ts'
import { coverSeed } from '../courses/cover.ts'
import { useText } from '../i18n/index.ts'
import { CallError, call, isNotFound, query } from '../loading/call.ts'
import { failureWords } from '../loading/failureWords.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { CourseCover } from '../ui/CourseCover.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { coursesChanged, minutesOf } from './queries.ts'

interface Props {
  /** The id of the course in the link. */
  course: string
  link: string
  onClose: () => void
}

/** The target of a join link: the course, with one press to join it. */
export function InvitedDialog({ course, link, onClose }: Props) {
  const t = useText()
  const navigate = useNavigate()
  const hasLeft = useHasLeft()
  const { data, error } = useQuery({ ...query(courseWrites.invited, {}, { course, link }), retry: false })
  const join = useMutation({
    mutationFn: () => call(courseWrites.joinByLink, { params: {}, body: { course_id: course, link } }),
    onSuccess: async () => {
      coursesChanged()
      if (!hasLeft()) await navigate(`/course/${course}/home`, { replace: true })
    },
  })
  const failure = join.error ?? error
  const already = data && data.course_roster.length > 0
  return (
    <Dialog
      title={data?.course_name ?? t.join.invited}
      closeLabel={t.close}
      onClose={onClose}
      header={
        data && (
          <CourseCover
            id={coverSeed(course, data.course_cover)}
            src={data.course_image}
            className="h-28 rounded-md [@media(max-height:36rem)]:hidden"
          />
        )
      }
      footer={
        already ? (
          <AppLink to={`/course/${course}`} className={buttonClass('primary', 'md')} data-autofocus="">
            {t.join.go}
          </AppLink>
        ) : (
          (close) => (
            <>
              <Button onClick={() => close()}>{t.join.cancel}</Button>
              {data && (
                <Button variant="primary" pending={join.isPending} data-autofocus="" onClick={() => join.mutate()}>
                  {t.join.join}
                </Button>
              )}
            </>
          )
        )
      }
    >
      {data && (
        <p className="mb-4 text-ink-soft tabular-nums">
          {data.course_code} · {t.home.semesterOf(data.course_academic_year, data.course_semester)}
        </p>
      )}
      {already && <Alert tone="done">{t.join.already}</Alert>}
      {failure ? (
        <Alert tone="wrong" live>
          {whyOf(failure)}
        </Alert>
      ) : (
        !data && (
          <SkeletonGroup label={t.loading}>
            <Skeleton />
            <Skeleton className="w-2/3" />
          </SkeletonGroup>
        )
      )}
    </Dialog>
  )

  function whyOf(error: unknown): string {
    if (isNotFound(error)) return t.join.linkGone
    if (error instanceof CallError && error.code === 'too_many') return t.join.tooMany(minutesOf(error.retryAfter))
    return failureWords(error, t.errors).text
  }
}
