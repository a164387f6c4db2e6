import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { AnswerList, answersOf } from '../assignments/AnswerList.tsx'
import { askedIn, isSlot } from '../assignments/form.ts'
import { worksheetOf } from '../assignments/queries.ts'
import { AppLink } from '../common/AppLink.tsx'
import { Title } from '../common/Title.tsx'
import { CourseSwitcher } from '../courses/CourseSwitcher.tsx'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { Card } from '../ui/Card.tsx'
import { ArrowLeftIcon, DownloadIcon, PrintIcon } from '../ui/icons.tsx'
import { Logo } from '../ui/Logo.tsx'
import { Page } from '../ui/Page.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Section } from '../ui/Section.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { downloadReceipt } from './download.ts'
import { Files } from './Files.tsx'
import { attemptOf, receiptOf } from './queries.ts'
import { statementIn } from './receiptText.ts'
import { Statement } from './Statement.tsx'
import { Verification } from './Verification.tsx'

/** The receipt of one attempt, to read, print and verify, without the course's header and tabs. */
export default function OwnReceiptScreen() {
  const t = useText().assignments.receipt
  const courseId = useCourseId()
  const { asgn_id = '', submission_id = '' } = useParams()
  return (
    <Page top="compact" width="reading">
      <Title of={t.one} />
      <CourseSwitcher />
      <p className="mb-4 print:hidden">
        <AppLink
          to={`/course/${courseId}/assignments/${asgn_id}/worksheet`}
          className={buttonClass('bare', 'sm', '-ms-3')}
        >
          <ArrowLeftIcon size={18} />
          {t.back}
        </AppLink>
      </p>
      <div className="mb-4 hidden print:block">
        <Logo />
      </div>
      <div className="mb-6">
        <PageTitle>{t.one}</PageTitle>
      </div>
      <Load key={submission_id} fallback={<ReceiptSkeleton />}>
        <Receipt courseId={courseId} asgnId={asgn_id} submissionId={submission_id} />
      </Load>
    </Page>
  )
}

function Receipt({ courseId, asgnId, submissionId }: { courseId: string; asgnId: string; submissionId: string }) {
  const t = useText().assignments
  const { data: assignment } = useSuspenseQuery(worksheetOf(courseId, asgnId))
  const { data: handedIn } = useSuspenseQuery(attemptOf(courseId, asgnId, submissionId))
  const { receipt, late } = useSuspenseQuery(receiptOf(courseId, asgnId, submissionId)).data
  const said = statementIn(receipt)
  const title = t.receipt.of(said.attempt)
  const asked = askedIn(assignment, handedIn)
  const texts = [...answersOf(asked, handedIn)].filter(([name]) => !isSlot(name))
  const files = Object.keys(handedIn.files).length > 0
  return (
    <article aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <Title over of={`${title} · ${said.assignment}`} />
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button variant="primary" icon={<PrintIcon size={18} />} onClick={() => print()}>
          {t.receipt.print}
        </Button>
        <Button icon={<DownloadIcon size={18} />} onClick={() => downloadReceipt(receipt, said)}>
          {t.receipt.download}
        </Button>
      </div>
      <Card as="section" aria-label={t.receipt.statement}>
        <Statement
          said={said}
          people={handedIn.people}
          note={
            (late || assignment.assignment_due) && (
              <Badge tone={late ? 'late' : 'done'}>{late ? t.receipt.late : t.receipt.onTime}</Badge>
            )
          }
        />
      </Card>
      <Section title={t.receipt.work}>
        <Card className="grid gap-6">
          {texts.length > 0 && <AnswerList assignment={asked} answers={new Map(texts)} />}
          {files && <Files slots={asked.assignment_file} handedIn={handedIn} />}
          {texts.length === 0 && !files && <p className="text-ink-soft">{t.attempts.empty}</p>}
        </Card>
      </Section>
      <Verification receipt={receipt} />
    </article>
  )
}

function ReceiptSkeleton() {
  return (
    <SkeletonGroup label={useText().loading} className="grid gap-8">
      <Skeleton shape="block" className="h-11 w-56 max-w-full" />
      <Skeleton shape="block" className="h-80" />
      <Skeleton shape="block" className="h-80" />
    </SkeletonGroup>
  )
}
