import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import type { Assignment } from '../../contract/assignments.ts'
import type { DraftVersion } from '../../contract/drafts.ts'
import { useCourseId } from '../courses/queries.ts'
import { dateTime, exact } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { useFirstNew } from '../ui/focus.ts'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
import { toast } from '../ui/Toast.tsx'
import { AnswerList } from './AnswerList.tsx'
import type { Draft } from './draft.ts'
import { fieldNames, filenameIn, isSlot } from './form.ts'
import { showEarlierVersions, versionsOf } from './queries.ts'

interface Props {
  assignment: Assignment
  /** Absent: the versions are only read. */
  draft: Draft | undefined
  onClose: () => void
}

/** Earlier versions of a draft, and text that a merge or a submission left out: to read and to restore. */
export function Versions({ assignment, draft, onClose }: Props) {
  const t = useText()
  return (
    <Dialog title={t.assignments.versions.title} closeLabel={t.close} onClose={onClose}>
      {(close) => (
        <Load fallback={<VersionsSkeleton />} compact>
          <List
            assignment={assignment}
            onBringBack={
              draft &&
              (({ fields }) => {
                for (const name of fieldNames(assignment))
                  if (fields[name] !== undefined) draft.type(name, fields[name])
                toast(t.assignments.versions.broughtBack, 'done')
                close('button')
              })
            }
          />
        </Load>
      )}
    </Dialog>
  )
}

interface ListProps {
  assignment: Assignment
  onBringBack: ((version: DraftVersion) => void) | undefined
}

function List({ assignment, onBringBack }: ListProps) {
  const t = useText()
  const words = t.assignments.versions
  const courseId = useCourseId()
  const { all, more } = useSuspenseQuery(versionsOf(courseId, assignment._id)).data
  const earlier = useMutation({
    mutationFn: () => showEarlierVersions(courseId, assignment._id),
    onError: () => toast(t.errors.offlineText, 'wrong'),
  })
  const { markFirst, isNew } = useFirstNew()
  const versions = all.filter(({ fields }) => Object.keys(fields).length > 0)
  const hasFiles = versions.some(({ fields }) => Object.keys(fields).some(isSlot))
  if (versions.length === 0 && !more) return <p className="pb-2 text-ink-soft">{words.empty}</p>
  return (
    <>
      {hasFiles && <p className="pb-2 text-ink-soft">{words.files}</p>}
      <ul className="divide-y divide-line">
        {versions.map((version, i) => (
          <li key={version._id} {...isNew(i)} className="grid gap-3 py-4">
            <div className="flex items-start justify-between gap-4">
              <div className="min-w-0">
                <h3 className="break-words font-semibold">{words.kinds[version.kind](version.by || words.somebody)}</h3>
                <p className="text-ink-soft text-sm">
                  <Time iso={version.datetime} exact={exact(version.datetime)}>
                    {dateTime(version.datetime)}
                  </Time>
                </p>
              </div>
              {onBringBack && (
                <Button size="sm" className="shrink-0" onClick={() => onBringBack(version)}>
                  {words.bringBack}
                </Button>
              )}
            </div>
            <AnswerList assignment={assignment} answers={answersOf(version)} />
          </li>
        ))}
      </ul>
      {more && (
        <Button
          pending={earlier.isPending}
          onClick={() => {
            markFirst(versions.length)
            earlier.mutate()
          }}
        >
          {words.earlier}
        </Button>
      )}
    </>
  )
}

const answersOf = ({ fields }: DraftVersion) =>
  new Map(
    Object.entries(fields).map(
      ([name, value]) => [name, isSlot(name) ? { filename: filenameIn(value) } : value] as const,
    ),
  )

function VersionsSkeleton() {
  return (
    <SkeletonGroup label={useText().loading} className="grid gap-4">
      <Skeleton />
      <Skeleton />
    </SkeletonGroup>
  )
}
