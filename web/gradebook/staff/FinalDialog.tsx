import { useQuery } from '@tanstack/react-query'
import { type FinalPlan, type Grades, grading } from '../../../contract/staff/gradebook.ts'
import { useWrite } from '../../changes/useWrite.ts'
import { useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useText } from '../../i18n/index.ts'
import { call, callWithHeaders, keyOf } from '../../loading/call.ts'
import { Failed } from '../../loading/Load.tsx'
import { queries } from '../../loading/queryClient.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { gradesOf } from '../staffQueries.ts'
import { ChangedPeople } from './ChangedPeople.tsx'
import type { GradeRow } from './cells.ts'
import { totalText } from './gradeColumns.ts'

/** Releases final grades, after a summary in numbers. */
export function FinalDialog({ table, onClose }: { table: Grades; onClose: () => void }) {
  const { final_released: released, letters } = table
  const { close } = useText()
  const t = useAuthoring().grades
  const course_id = useCourseId()
  const params = { course_id }
  const { busy, write } = useWrite('grades')
  const { data, error, refetch } = useQuery({
    queryKey: [...keyOf(grading.final, params), 'tried'],
    queryFn: ({ signal }) =>
      call(grading.final, { params, body: { released: true }, query: { dry_run: 'true' }, signal }),
    staleTime: 0,
  })
  async function set(to: boolean) {
    // A preview that is over is refused, and the dialog shows the one of now.
    const query = to && data ? { digest: data.digest } : {}
    const send = () => callWithHeaders(grading.final, { params, body: { released: to }, query })
    if (!(await write(send, to ? t.releasedFinal : t.tookBackFinal)))
      return queries.invalidateQueries({ queryKey: keyOf(grading.final, params) })
    await queries.invalidateQueries({ queryKey: gradesOf(course_id).queryKey })
    onClose()
  }
  return (
    <Dialog
      title={t.final}
      closeLabel={close}
      onClose={onClose}
      footer={
        <>
          {released && (
            <Button pending={busy} onClick={() => void set(false)}>
              {t.takeBackFinal}
            </Button>
          )}
          <Button variant="primary" pending={busy} idle={!data} onClick={() => void set(true)}>
            {t.releaseFinal}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {released && <p>{t.finalReleased}</p>}
        {data ? (
          <>
            {released && <Changed items={data.items} rows={table.rows} />}
            <FinalGrades items={data.items} letters={letters} again={released} />
          </>
        ) : error ? (
          <Failed compact error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton />
        )}
        {data && data.closed.length > 0 && <Alert tone="soon">{t.finalClosed(data.closed.join(', '))}</Alert>}
        {data && data.hidden.length > 0 && <Alert>{t.finalHidden(data.hidden.join(', '))}</Alert>}
      </div>
    </Dialog>
  )
}

type Items = FinalPlan['items']

/** Whose final grade becomes another one when they are released again. */
function Changed({ items, rows }: { items: Items; rows: GradeRow[] }) {
  const { grades: t, gradeTables } = useAuthoring()
  const none = { percent: null, letter: null }
  const changed = items.flatMap(({ person_id, before, ...now }) => {
    const was = before ?? none
    return was.percent === now.percent && was.letter === now.letter
      ? []
      : [{ person_id, before: totalText(was), after: totalText(now), isOther: was.letter !== now.letter }]
  })
  const others = changed.filter(({ isOther }) => isOther).length
  return (
    <>
      <p>{t.finalChanges(changed.length, others)}</p>
      <ChangedPeople
        label={gradeTables.who}
        rows={rows}
        items={changed.toSorted((a, b) => Number(b.isOther) - Number(a.isOther))}
      />
    </>
  )
}

interface FinalGradesProps {
  items: Items
  letters: Grades['letters']
  again: boolean
}

/** How many students get a grade, and how many get each letter. */
function FinalGrades({ items, letters, again }: FinalGradesProps) {
  const t = useAuthoring().grades
  const graded = items.filter(({ percent }) => percent !== null)
  const inOrder = letters.toSorted((a, b) => b.from - a.from).map(({ letter }) => letter)
  const count = (letter: string | null) => graded.filter((item) => item.letter === letter).length
  const lines = [...inOrder.map((letter) => [letter, count(letter)] as const), [t.noLetter, count(null)] as const]
  return (
    <>
      <p>
        {again ? t.finalStays : t.finalText(graded.length)}
        {graded.length < items.length && ` ${t.finalNothing(items.length - graded.length)}`}
      </p>
      <table className="w-full text-sm tabular-nums">
        <thead>
          <tr className="border-line border-b text-ink-soft">
            <th scope="col" className="py-1.5 text-start font-medium">
              {t.letter}
            </th>
            <th scope="col" className="py-1.5 text-end font-medium">
              {t.students}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines
            .filter(([letter, n]) => n > 0 || letter !== t.noLetter)
            .map(([letter, n]) => (
              <tr key={letter} className="border-line border-b">
                <th scope="row" className="py-1 text-start font-normal">
                  {letter}
                </th>
                <td className="py-1 text-end">{n}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </>
  )
}
