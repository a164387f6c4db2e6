import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { courses, type FoundCourse } from '../../contract/courses.ts'
import { AppLink } from '../common/AppLink.tsx'
import { coverSeed } from '../courses/cover.ts'
import { type Catalogue, useText } from '../i18n/index.ts'
import { CallError, call } from '../loading/call.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { CourseCover } from '../ui/CourseCover.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import { coursesChanged, minutesOf } from './queries.ts'

/** Asks for the password of a course and shows the result. The typed password stays until it is right. */
export function JoinDialog({ course, onClose }: { course: FoundCourse; onClose: () => void }) {
  const t = useText()
  const form = useId()
  const [password, setPassword] = useState('')
  const { course_id, course_name, course_code, course_image, course_roster } = course
  const join = useMutation({
    mutationFn: () => call(courses.join, { params: {}, body: { course_id, course_password: password } }),
    onSuccess: coursesChanged,
  })
  const go = (
    <AppLink to={`/course/${course_id}`} className={buttonClass('primary', 'md')} data-autofocus="">
      {t.join.go}
    </AppLink>
  )

  if (join.isSuccess) {
    return (
      <Dialog
        key="success"
        size="sm"
        role="alertdialog"
        title={t.join.successTitle}
        closeLabel={t.close}
        onClose={onClose}
        footer={(close) => (
          <>
            <Button onClick={() => close()}>{t.join.another}</Button>
            {go}
          </>
        )}
      >
        <Alert tone="done">{t.join.success}</Alert>
        <p className="mt-3 font-medium">{course_name}</p>
      </Dialog>
    )
  }
  if (join.isError) {
    const more = whyOf(join.error, t.join)
    return (
      <Dialog
        key="error"
        size="sm"
        role="alertdialog"
        title={t.join.errorTitle}
        closeLabel={t.close}
        onClose={() => join.reset()}
        footer={(close) => (
          <Button variant="primary" data-autofocus="" onClick={() => close()}>
            {t.close}
          </Button>
        )}
      >
        <Alert tone="wrong" title={t.join.wrong}>
          {more}
        </Alert>
      </Dialog>
    )
  }
  const already = course_roster.length > 0
  return (
    <Dialog
      key="ask"
      title={course_name}
      closeLabel={t.close}
      onClose={onClose}
      header={
        <CourseCover
          id={coverSeed(course_id, course.course_cover)}
          src={course_image}
          className="h-28 rounded-md [@media(max-height:36rem)]:hidden"
        />
      }
      footer={
        already
          ? go
          : (close) => (
              <>
                <Button onClick={() => close()}>{t.join.cancel}</Button>
                <Button type="submit" form={form} variant="primary" pending={join.isPending} disabled={!password}>
                  {t.join.join}
                </Button>
              </>
            )
      }
    >
      <p className="mb-4 text-ink-soft tabular-nums">
        {course_code} · {t.home.semesterOf(course.course_academic_year, course.course_semester)}
      </p>
      {already ? (
        <Alert tone="done">{t.join.already}</Alert>
      ) : (
        <form
          id={form}
          onSubmit={(event) => {
            event.preventDefault()
            if (!join.isPending) join.mutate()
          }}
        >
          <TextField
            label={t.join.password}
            help={t.join.passwordHelp}
            type="password"
            autoComplete="off"
            maxLength={200}
            required
            data-autofocus=""
            value={password}
            onChange={setPassword}
          />
        </form>
      )}
    </Dialog>
  )
}

/** A hint for errors other than a wrong password. */
function whyOf(error: unknown, t: Catalogue['join']): string | undefined {
  const { code, retryAfter } = error instanceof CallError ? error : { code: undefined, retryAfter: 0 }
  if (code === 'wrong_password') return undefined
  if (code === 'too_many') return t.tooMany(minutesOf(retryAfter))
  if (code === 'not_found') return t.absent
  if (code === 'archived') return t.archived
  return code === 'offline' ? t.unanswered : t.unchecked
}
