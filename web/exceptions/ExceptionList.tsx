import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { type Exception, exceptions } from '../../contract/staff/exceptions.ts'
import { useWrite } from '../changes/useWrite.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { dateTime } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { callWithHeaders } from '../loading/call.ts'
import { Button } from '../ui/Button.tsx'
import { returnFocus } from '../ui/focus.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { EditIcon, TrashIcon } from '../ui/icons.tsx'
import { toast } from '../ui/Toast.tsx'
import { forOne, whomOf } from './fields.ts'
import { exceptionsOf, renewDates, showMoreExceptions } from './queries.ts'

interface Props {
  asgn_id: string
  /** The form is being sent. */
  busy: boolean
  onEdit: (exception: Exception) => void
}

/** The exceptions of an assignment, each with its menu. */
export function ExceptionList({ asgn_id, busy, onEdit }: Props) {
  const t = useAuthoring().exceptions
  const { errors } = useText()
  const course_id = useCourseId()
  const { all, more } = useSuspenseQuery(exceptionsOf(course_id, asgn_id)).data
  const { write } = useWrite('assignments')
  const next = useMutation({
    mutationFn: () => showMoreExceptions(course_id, asgn_id),
    onError: () => toast(errors.offlineText, 'wrong'),
  })
  async function remove(row: Exception) {
    const { name, ...whom } = whomOf(row, t)
    // The call names the person and not the row, so the revision of an earlier answer does not help
    // (web/changes/revisions.ts).
    const body = [{ ...forOne(whom), revision: row.revision }]
    await write(() => callWithHeaders(exceptions.put, { params: { course_id, asgn_id }, body }), t.removed(name))
    await renewDates(course_id)
  }
  return (
    <section aria-label={t.list} className="grid gap-2">
      <h3 className="font-semibold">{t.list}</h3>
      {all.length === 0 && <p className="text-ink-soft">{t.empty}</p>}
      <ul className="grid divide-y divide-line">
        {all.map((row) => {
          const { name } = whomOf(row, t)
          return (
            <li key={row._id} ref={returnFocus} className="flex items-center gap-2 py-1.5">
              <span className="min-w-0 flex-1 break-words">
                <span className="block font-medium">{name}</span>
                <span className="block text-ink-soft text-sm">{termsInWords(row, t).join(' · ')}</span>
                {row.reason && <span className="block text-ink-soft text-sm">{row.reason}</span>}
              </span>
              <IconButton
                label={t.edit(name)}
                icon={<EditIcon size={18} />}
                aria-disabled={busy}
                onClick={() => onEdit(row)}
              />
              <IconButton label={t.remove(name)} icon={<TrashIcon size={18} />} onClick={() => void remove(row)} />
            </li>
          )
        })}
      </ul>
      {more && (
        <p>
          <Button size="sm" pending={next.isPending} onClick={() => next.mutate()}>
            {t.more}
          </Button>
        </p>
      )}
    </section>
  )
}

type ExceptionTerms = Pick<Exception, 'due' | 'closes' | 'attempts' | 'minutes'>

/** The terms of an exception, in words. */
export const termsInWords = (
  { due, closes, attempts, minutes }: ExceptionTerms,
  t: ReturnType<typeof useAuthoring>['exceptions'],
): string[] => [
  ...(due ? [t.isDue(dateTime(due))] : []),
  ...(closes ? [t.isClosed(dateTime(closes))] : []),
  ...(attempts > 0 ? [t.hasAttempts(attempts)] : []),
  ...(minutes > 0 ? [t.hasMinutes(minutes)] : []),
]
