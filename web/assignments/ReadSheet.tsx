import { type ReactNode, useId } from 'react'
import type { Assignment } from '../../contract/assignments.ts'
import type { Question, QuestionSet } from '../../contract/questions.ts'
import { AppLink } from '../common/AppLink.tsx'
import { PublishBadge } from '../common/PublishBadge.tsx'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { dateTime, exact, number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Markdown } from '../markdown/Markdown.tsx'
import { Alert } from '../ui/Alert.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { Card } from '../ui/Card.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Section } from '../ui/Section.tsx'
import { Time } from '../ui/Time.tsx'
import { fieldNames } from './form.ts'
import { Instruction } from './Instruction.tsx'
import { RightOptions } from './RightOptions.tsx'
import { slotWords } from './slotWords.ts'

/** A worksheet for staff: the questions, with the correct options marked. */
export default function ReadSheet({ assignment }: { assignment: Assignment }) {
  const { assignments: t, staff } = useText()
  const { grading, sheet } = useAuthoring()
  const courseId = useCourseId()
  const can = useCan()
  const { assignment_text, assignment_questionset, assignment_file } = assignment
  const points = (n: number) => n > 0 && <span className="text-ink-soft text-sm">{t.points(n, number(n))}</span>
  return (
    <>
      <header className="grid gap-1">
        <PageTitle focusKey={assignment._id}>{assignment.assignment_name}</PageTitle>
        <PublishBadge at={assignment.publish_at} when={(at) => dateTime(at)} />
        <p className="text-ink-soft">
          {t.possibleScore}: <span className="font-semibold">{number(assignment.assignment_score)}</span>
        </p>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-8">
          <Alert tone="note" title={staff.sheet.title}>
            {staff.sheet.note}
          </Alert>
          <Instruction text={assignment.assignment_description} />
          {assignment_text && (
            <Section title={t.text} action={points(assignment.assignment_score_essay)}>
              <Card>
                <p className="text-ink-soft">{staff.sheet.text}</p>
              </Card>
            </Section>
          )}
          {assignment_questionset.length > 0 && (
            <Section title={t.questions} action={points(assignment.assignment_score_questionset)}>
              <ol className="grid gap-4">
                {assignment_questionset.map((question, index) => (
                  <li key={question._id}>
                    <OneQuestion
                      question={question}
                      set={assignment.assignment_sets?.find(({ _id }) => _id === question.set_id)}
                      n={index + 1}
                    />
                  </li>
                ))}
              </ol>
            </Section>
          )}
          {assignment_file.length > 0 && (
            <Section title={t.files} action={points(assignment.assignment_score_file)}>
              <ul className="grid gap-4">
                {assignment_file.map((slot) => (
                  <Card as="li" key={slot._id}>
                    <h3 className="break-words font-semibold">{slot.slotname}</h3>
                    <p className="text-ink-soft">
                      {staff.sheet.file} {slotWords(slot, t.file)}
                    </p>
                  </Card>
                ))}
              </ul>
            </Section>
          )}
          {fieldNames(assignment).length === 0 && <p className="text-ink-soft">{staff.sheet.nothing}</p>}
        </div>
        <div className="lg:sticky lg:top-20">
          <Facts assignment={assignment} />
          {can.grade && (
            <AppLink
              to={`/course/${courseId}/assignments/${assignment._id}/submissions`}
              className={buttonClass('quiet', 'md', 'mt-4 w-full')}
            >
              {grading.submissions}
            </AppLink>
          )}
          {can.author && (
            <AppLink
              to={`/course/${courseId}/assignments/${assignment._id}/edit`}
              className={buttonClass('primary', 'md', 'mt-4 w-full')}
            >
              {sheet.edit}
            </AppLink>
          )}
        </div>
      </div>
    </>
  )
}

function OneQuestion({ question, set, n }: { question: Question; set: QuestionSet | undefined; n: number }) {
  const { assignments: t, staff } = useText()
  const id = useId()
  return (
    <Card className="grid gap-4">
      <div className="grid gap-1.5">
        <h3 className="flex justify-between gap-3 text-ink-soft text-sm">
          <span className="font-semibold">{t.question(n)}</span>
          <span className="flex flex-wrap justify-end gap-x-3">
            {set && <span>{staff.sheet.set(set.name, set.draw)}</span>}
            {question.score > 0 && <span>{t.points(question.score, number(question.score))}</span>}
          </span>
        </h3>
        <div id={id} className="font-medium">
          <Markdown text={question.question} />
        </div>
      </div>
      <RightOptions question={question} labelledBy={id} />
    </Card>
  )
}

function Facts({ assignment }: { assignment: Assignment }) {
  const { assignments: t, staff } = useText()
  const { assignment_due: due, assignment_closes: closes, assignment_attempt: attempts } = assignment
  const limit = assignment.assignment_time_limit
  return (
    <Card as="aside" aria-label={t.about}>
      <dl className="grid gap-3">
        <Fact term={t.dueDate}>{due ? <When iso={due} /> : t.noDue}</Fact>
        {closes && (
          <Fact term={staff.assignments.closes}>
            <When iso={closes} />
          </Fact>
        )}
        <Fact term={t.attempt}>{attempts > 0 ? t.attemptsOf(attempts) : t.unlimited}</Fact>
        {limit !== undefined && <Fact term={t.timed.limit}>{t.timed.minutes(limit)}</Fact>}
        <Fact term={t.group}>{assignment.assignment_group || t.individual}</Fact>
        <Fact term={t.maximumScore}>{number(assignment.assignment_score)}</Fact>
      </dl>
    </Card>
  )
}

const When = ({ iso }: { iso: string }) => (
  <Time iso={iso} exact={exact(iso)} focusable>
    {dateTime(iso)}
  </Time>
)

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="grid gap-0.5">
    <dt className="text-ink-soft text-sm">{term}</dt>
    <dd className="min-w-0 break-words font-medium">{children}</dd>
  </div>
)
