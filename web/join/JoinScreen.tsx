import { useSearchParams } from 'react-router'
import { Title } from '../common/Title.tsx'
import { useText } from '../i18n/index.ts'
import { Page } from '../ui/Page.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { TabPills } from '../ui/TabPills.tsx'
import { FindCourse } from './FindCourse.tsx'
import { InvitedDialog } from './InvitedDialog.tsx'
import { RegisterInstructor } from './RegisterInstructor.tsx'

/** Joining a course as a student or as its instructor; the address holds which. */
export default function JoinScreen() {
  const t = useText().join
  const [params, setParams] = useSearchParams()
  const [course, link] = [params.get('course'), params.get('link')]
  const instructor = params.get('tab') === 'instructor'
  return (
    <Page gap="md">
      <Title of={t.title} />
      <PageTitle>{t.title}</PageTitle>
      <TabPills
        label={t.tabs}
        items={[
          { to: '/join', label: t.student, current: !instructor },
          { to: '/join?tab=instructor', label: t.instructor, current: instructor },
        ]}
      />
      {instructor ? <RegisterInstructor /> : <FindCourse />}
      {course && link && <InvitedDialog course={course} link={link} onClose={() => setParams({}, { replace: true })} />}
    </Page>
  )
}
