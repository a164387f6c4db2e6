import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { itemOf, textbox } from '../assignments/form.ts'
import { fetchedKinds } from '../assignments/kinds/fetchKinds.ts'
import { GoneNote } from '../changes/GoneNote.tsx'
import { Present } from '../changes/Present.tsx'
import { AppLink } from '../common/AppLink.tsx'
import { Title } from '../common/Title.tsx'
import { CourseSwitcher } from '../courses/CourseSwitcher.tsx'
import { courseOf, useCourseId } from '../courses/queries.ts'
import { NotFound } from '../errors/ErrorScreens.tsx'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { Markdown } from '../markdown/Markdown.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { SearchDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { ArrowLeftIcon } from '../ui/icons.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Answered } from './Answered.tsx'
import { answersOf, type Loaded } from './queries.ts'

/** Grades one question across all students who answered it: a page of its own, like the grading of one work. */
export default function AnswersScreen() {
  return (
    <div className="mx-auto grid w-full max-w-[90rem] grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-4 pb-16 sm:px-6">
      <CourseSwitcher />
      <Load
        fallback={
          <>
            <div className="h-9 pointer-coarse:h-11" />
            <AnswersSkeleton />
          </>
        }
      >
        <Answers />
      </Load>
    </div>
  )
}

function Answers() {
  const { answers: t, grading } = useAuthoring()
  const { assignments } = useText()
  const course_id = useCourseId()
  const { asgn_id = '' } = useParams()
  const { can } = useSuspenseQuery(courseOf(course_id)).data
  if (!can.grade) return <NotFound />
  return <Part key={asgn_id} {...{ t, grading, assignments, course_id, asgn_id }} />
}

interface Props {
  t: ReturnType<typeof useAuthoring>['answers']
  grading: ReturnType<typeof useAuthoring>['grading']
  assignments: ReturnType<typeof useText>['assignments']
  course_id: string
  asgn_id: string
}

function Part({ t, grading, assignments, course_id, asgn_id }: Props) {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('part') ?? undefined
  const { data, error } = useSuspenseQuery(answersOf(course_id, asgn_id, asked))
  const names = namesOf(data, assignments)
  const name = names.get(data.part) ?? t.title
  const pick = (part: string) => setSearch({ part }, { replace: true, preventScrollReset: true })
  return (
    <>
      <p>
        <AppLink
          to={`/course/${course_id}/assignments/${asgn_id}/submissions`}
          className={buttonClass('bare', 'sm', '-ms-3')}
        >
          <ArrowLeftIcon size={18} />
          {grading.submissions}
        </AppLink>
      </p>
      <Title of={`${name}: ${data.name}`} />
      <GoneNote error={error} />
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <PageTitle focusKey={data.part} size="line">
            {name}
          </PageTitle>
          <p className="break-words text-ink-soft text-sm">{data.name}</p>
        </div>
        <Present thing={asgn_id} doing="looking" />
        {data.parts.length > 1 && (
          <Select
            label={t.part}
            hideLabel
            value={data.part}
            onChange={pick}
            options={data.parts.map((part) => ({ value: part, label: names.get(part) ?? part }))}
          />
        )}
      </header>
      {data.works === 0 ? (
        <Empty drawing={<SearchDrawing />} title={t.nothing} text={t.nothingText} />
      ) : (
        <>
          <Asked question={data.question} />
          <Answered
            key={data.part}
            {...{ asked, name, asgnId: asgn_id }}
            partName={names.size > 1 ? name : ''}
            onPart={() => {
              const { parts } = data
              pick(parts[(parts.indexOf(data.part) + 1) % parts.length] ?? data.part)
            }}
          />
        </>
      )}
    </>
  )
}

/** The names of the parts, in the order of the sheet. */
function namesOf({ parts }: Loaded, t: Props['assignments']): Map<string, string> {
  const questions = parts.filter((part) => part !== textbox)
  return new Map(parts.map((part) => [part, part === textbox ? t.text : t.question(questions.indexOf(part) + 1)]))
}

function Asked({ question }: Pick<Loaded, 'question'>) {
  const Solution = fetchedKinds()?.Solution
  if (!question) return null
  return (
    <section id={itemOf(question._id)} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="font-medium">
        <Markdown text={question.question} />
      </div>
      {Solution && <Solution question={question} />}
    </section>
  )
}

function AnswersSkeleton() {
  return (
    <>
      <Skeleton className="w-48 text-xl" />
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_20rem] lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Skeleton shape="block" className="h-[60dvh]" />
        <Skeleton shape="block" className="h-[40dvh]" />
      </div>
    </>
  )
}
