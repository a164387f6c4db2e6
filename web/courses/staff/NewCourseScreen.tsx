import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { semesterOf } from '../../../contract/semester.ts'
import { courseCodeMost, courseNameMost, courseSectionMost, courseWrites } from '../../../contract/staff/courses.ts'
import { Title } from '../../common/Title.tsx'
import { useHasLeft } from '../../common/useHasLeft.ts'
import { NotFound } from '../../errors/ErrorScreens.tsx'
import { FormNotes } from '../../forms/FormNotes.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { coursesChanged } from '../../join/queries.ts'
import { callWithHeaders, serverNow } from '../../loading/call.ts'
import { useMe } from '../../session/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Page } from '../../ui/Page.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'

/**
 * Makes a course, for an administrator or a person appointed by one. It asks only what nobody can guess; the settings
 * have the rest.
 */
export default function NewCourseScreen() {
  return useMe().can.create ? <NewCourse /> : <NotFound />
}

interface Fields {
  course_code: string
  course_name: string
  course_section: string
  course_academic_year: string
  course_semester: string
}

function NewCourse() {
  const t = useAuthoring().courses
  const navigate = useNavigate()
  const hasLeft = useHasLeft()
  const [present] = useState(() => semesterOf(new Date(serverNow())))
  const start = {
    ...{ course_code: '', course_name: '', course_section: '' },
    ...{ course_academic_year: String(present.year), course_semester: String(present.semester) },
  }
  const form = useForm<Fields, { course_id: string }>({
    start: { values: start },
    ...{ texts: [], what: 'course', place: 'new' },
    check: (values) => ({
      ...(values.course_code.trim() === '' && { course_code: t.needed }),
      ...(values.course_name.trim() === '' && { course_name: t.needed }),
      ...(!/^\d{4}$/.test(values.course_academic_year) && { course_academic_year: t.wrongYear }),
    }),
    send: async (body, _from, idempotencyKey) =>
      (await callWithHeaders(courseWrites.create, { params: {}, body, idempotencyKey })).data,
    readCurrent: () => ({ values: start }),
  })
  const { values, errors, set } = form
  const field = (name: keyof Fields) => ({
    value: values[name],
    onChange: (value: string) => set({ [name]: value }),
    error: name === 'course_code' && errors[name] && errors[name] !== t.needed ? t.taken : errors[name],
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    const made = await form.submit()
    if (!made) return
    coursesChanged()
    if (!hasLeft()) await navigate(`/course/${made.course_id}/home`)
  }
  return (
    <Page gap="md">
      <Title of={t.add} />
      <PageTitle>{t.add}</PageTitle>
      <form noValidate aria-label={t.add} onSubmit={(event) => void submit(event)}>
        <Card className="grid max-w-2xl gap-4">
          <FormNotes form={form} theirs={undefined} bothStand={false} />
          <TextField label={t.code} {...field('course_code')} maxLength={courseCodeMost} data-autofocus="" />
          <TextField label={t.name} {...field('course_name')} maxLength={courseNameMost} />
          <div className="grid gap-4 sm:grid-cols-3">
            <TextField label={t.year} inputMode="numeric" {...field('course_academic_year')} maxLength={4} />
            <Select
              label={t.semester}
              {...field('course_semester')}
              options={['1', '2', '3'].map((value) => ({ value, label: value }))}
            />
            <TextField label={t.section} {...field('course_section')} maxLength={courseSectionMost} />
          </div>
          <p className="text-ink-soft text-sm">{t.addText}</p>
          <Button type="submit" variant="primary" className="justify-self-start" pending={form.sending}>
            {t.create}
          </Button>
        </Card>
      </form>
    </Page>
  )
}
