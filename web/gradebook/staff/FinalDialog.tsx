import { useQuery } from '@tanstack/react-query'
import { grading } from '../../../contract/staff/gradebook.ts'
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

/** What everyone would be told, in numbers, before they are. */
export function FinalDialog({ released, onClose }: { released: boolean; onClose: () => void }) {
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
    const send = () => callWithHeaders(grading.final, { params, body: { released: to } })
    if (!(await write(send, to ? t.releasedFinal : t.tookBackFinal))) return
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
          <p>{t.finalText(data.items.filter(({ percent }) => percent !== null).length)}</p>
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
