import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { myAssignments } from '../assignments/queries.ts'
import { GoneNote } from '../changes/GoneNote.tsx'
import { AppLink } from '../common/AppLink.tsx'
import { Title } from '../common/Title.tsx'
import { useWide } from '../common/useWide.ts'
import { CourseSwitcher } from '../courses/CourseSwitcher.tsx'
import { courseOf, useCourseId } from '../courses/queries.ts'
import { NotFound } from '../errors/ErrorScreens.tsx'
import { useDiscard } from '../forms/useDiscard.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { Failed, Load } from '../loading/Load.tsx'
import { queries } from '../loading/queryClient.ts'
import { useTable } from '../tables/useTable.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { ArrowLeftIcon } from '../ui/icons.tsx'
import { textLink } from '../ui/Link.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { toast } from '../ui/Toast.tsx'
import { Graded, type Move } from './Graded.tsx'
import { type EarlyKeys, useEarlyKeys } from './keys.ts'
import { submissionsOf, workOf } from './queries.ts'
import { columnsOf, filters, type Row, rowsOf, whoIn } from './rows.tsx'
import { useOpenWork } from './useOpenWork.ts'
import { useOrder } from './useOrder.ts'
import { useUnsaved } from './useUnsaved.ts'

/** The screen for grading work after work: a page of its own, so that the work has the room. */
export default function GradingScreen() {
  const t = useAuthoring().grading
  const early = useEarlyKeys(() => toast(t.early, 'late'))
  return (
    <div className="mx-auto grid w-full max-w-[110rem] grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-4 pb-16 sm:px-6">
      <CourseSwitcher />
      <Load
        fallback={
          <>
            <div className="h-9 pointer-coarse:h-11" />
            <GradingSkeleton />
          </>
        }
      >
        <Grading early={early} />
      </Load>
    </div>
  )
}

function Grading({ early }: { early: EarlyKeys }) {
  const { can } = useSuspenseQuery(courseOf(useCourseId())).data
  return can.grade ? <Works early={early} /> : <NotFound />
}

function Works({ early }: { early: EarlyKeys }) {
  const { grading: t, grades } = useAuthoring()
  const course_id = useCourseId()
  const { asgn_id = '' } = useParams()
  const submission_id = useOpenWork()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const list = `/course/${course_id}/assignments/${asgn_id}/submissions`
  const { data, error } = useSuspenseQuery(submissionsOf(course_id, asgn_id))
  // The next work is usually loaded already.
  const { data: work, error: failure, refetch } = useQuery(workOf(course_id, submission_id))
  const rows = useMemo(() => rowsOf(data.items), [data])
  const columns = useMemo(() => columnsOf({ t, rows, to: () => '', most: 0, named: (row) => whoIn(row, t) }), [t, rows])
  const view = useTable(rows, columns, filters)
  const order = useOrder(rows, view.chosen.length > 0 ? view.chosen : view.shown, work)
  const { unsaved, retry, discard, add } = useUnsaved(submission_id)
  const discardAll = useDiscard(discard)
  const elsewhere = unsaved.some(({ asgn_id: of }) => of !== asgn_id)
  const { data: assignments } = useQuery({ ...myAssignments(course_id), enabled: elsewhere })
  const nameOf = (id: string | undefined) => assignments?.find(({ _id }) => _id === id)?.assignment_name
  const focusScore = useRef(false)
  if (early.held && focusScore.current) {
    focusScore.current = false
    early.byScore = true
  }
  const isThere = work !== undefined || failure !== null
  // Before the first key after it, as in `useGradingKeys`.
  useLayoutEffect(() => {
    early.isThere = isThere
    return () => {
      early.isThere = false
    }
  }, [early, isThere])
  // A tablet has room for the work and the grade, a phone for one of them.
  const [scoring, setScoring] = useState(useWide())

  // More than one ahead: without a network, and for who is faster than it.
  const nexts = [order.next, ...order.soon, order.previous].flatMap((row) => row?.submission ?? [])
  const wanted = nexts.join()
  useEffect(() => {
    if (work)
      for (const id of new Set(wanted.split(',').filter(Boolean))) void queries.prefetchQuery(workOf(course_id, id))
  }, [work, wanted, course_id])

  const pathOf = (id: string, of = asgn_id) => {
    const params = new URLSearchParams(search)
    params.delete('compare')
    return `/course/${course_id}/assignments/${of}/grading/${id}${params.size > 0 ? `?${params}` : ''}`
  }
  const go = (row: Row | undefined, byScore = false) => {
    if (!row?.submission) return toast(order.left === 0 ? t.allGraded : t.lastOne, 'done')
    focusScore.current = byScore
    early.byScore = false
    if (byScore) setScoring(true)
    void navigate(pathOf(row.submission), { replace: true })
  }
  const move: Move = {
    ...order,
    to: (which, byScore) => go(order[which], byScore),
    toAttempt: (id) => void navigate(pathOf(id), { replace: true }),
  }
  const back = `${list}${search.size > 0 ? `?${search}` : ''}`
  return (
    <>
      <p>
        <AppLink to={back} className={buttonClass('bare', 'sm', '-ms-3')}>
          <ArrowLeftIcon size={18} />
          {t.submissions}
        </AppLink>
      </p>
      {unsaved.length > 0 && (
        <Alert
          tone="late"
          title={t.unsaved(unsaved.length)}
          action={
            <span className="flex flex-wrap gap-2">
              <Button size="sm" onClick={retry}>
                {t.tryAgain}
              </Button>
              <Button size="sm" onClick={discardAll}>
                {grades.discard}
              </Button>
            </span>
          }
        >
          <span className="flex flex-wrap gap-x-4">
            {unsaved.map(({ submission, asgn_id: of, name, attempt }) => (
              <AppLink key={submission} to={pathOf(submission, of)} className={`touch-target ${textLink}`}>
                {[name || t.someWork, attempt > 0 && t.attempt(attempt), of !== asgn_id && nameOf(of)]
                  .filter(Boolean)
                  .join(' · ')}
              </AppLink>
            ))}
          </span>
        </Alert>
      )}
      <GoneNote error={error} />
      {work ? (
        <>
          <Title of={`${t.grade}: ${whoIn(work, t) || t.someWork}`} />
          <Graded key={work._id} {...{ work, move, focusScore, scoring }} onScoring={setScoring} onUnsaved={add} />
        </>
      ) : failure ? (
        <Failed error={failure} onRetry={() => void refetch()} />
      ) : (
        <GradingSkeleton />
      )}
    </>
  )
}

function GradingSkeleton() {
  return (
    <>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <div className="flex-1 basis-64">
          <Skeleton className="w-48 text-xl" />
          <Skeleton className="w-32 text-sm" />
        </div>
        <div className="h-11 w-72" />
      </div>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Skeleton shape="block" className="h-[70dvh]" />
        <Skeleton shape="block" className="h-[70dvh] max-lg:hidden" />
      </div>
    </>
  )
}
