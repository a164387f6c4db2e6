import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedChange } from '../../contract/changes.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { dateTime, exact } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { CallError } from '../loading/call.ts'
import { Load } from '../loading/Load.tsx'
import { Alert } from '../ui/Alert.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { PlaneDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { ExpandRow } from '../ui/ExpandRow.tsx'
import { returnFocus, useFirstNew } from '../ui/focus.ts'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
import { toast } from '../ui/Toast.tsx'
import { Comparison } from './Comparison.tsx'
import { namesOf, subjectOf, wordsOf } from './lines.ts'
import { historyOf, type Part, showEarlier } from './queries.ts'
import { leavable, undo, undoneWords, whyNotUndone } from './undo.ts'

/**
 * The changes of one thing, or of a course, newest first, each with its author and time. Each opens to a comparison, and
 * can be undone.
 */
export function History({ part }: { part: Part }) {
  const t = useAuthoring().history
  const { errors } = useText()
  const courseId = useCourseId()
  const { all, more } = useSuspenseQuery(historyOf(courseId, part)).data
  const [fetching, setFetching] = useState(false)
  const { markFirst, isNew } = useFirstNew()
  if (all.length === 0) return <Empty compact drawing={<PlaneDrawing />} title={t.empty} text={t.emptyText} />

  async function earlier() {
    markFirst(all.length)
    setFetching(true)
    await showEarlier(courseId, part).catch(() => toast(errors.offlineText, 'wrong'))
    setFetching(false)
  }
  return (
    <>
      <ol aria-label={t.title} className="divide-y divide-line">
        {all.map((change, i) => (
          <li key={change._id} {...isNew(i)}>
            <Row change={change} names={part.of === undefined} />
          </li>
        ))}
      </ol>
      {more && (
        <Button pending={fetching} onClick={() => void earlier()}>
          {t.more}
        </Button>
      )}
    </>
  )
}

/** `names`: the line says what the change was about. */
function Row({ change, names }: { change: ListedChange; names: boolean }) {
  const authoring = useAuthoring()
  const t = authoring.history
  const { actor, kind, at, undoes, undone_by, undone_in_part } = change
  const did = wordsOf(kind, t)
  const undid = names ? t.undoOf(did) : t.undoKind
  const left = Number(change.about.left ?? 0)
  const words = !undoes ? did : left > 0 ? t.without(undid, left) : undid
  const whom = namesOf(change, authoring)
  const subject = names && subjectOf(change, t)
  const name = actor ? `${actor.first} ${actor.last}`.trim() : t.somebody

  return (
    <ExpandRow
      title={
        <>
          <span className="font-semibold">{name}</span>{' '}
          <span className="wrap-anywhere font-normal">{subject ? `${words} · ${subject}` : words}</span>
          {whom && <span className="block break-words font-normal">{whom}</span>}
          <span className="flex flex-wrap items-center gap-2 font-normal text-ink-soft text-sm">
            <Time iso={at} exact={exact(at)}>
              {dateTime(at)}
            </Time>
            {undone_by ? <Badge>{t.undone}</Badge> : undone_in_part && <Badge>{t.undoneInPart}</Badge>}
          </span>
        </>
      }
    >
      <div className="grid gap-3 py-3">
        {/* Above what changed, which may be long. */}
        {!undone_by && change.can.undo && <TakeBack id={change._id} />}
        <Load fallback={<Waits />} compact>
          <Comparison changeId={change._id} />
        </Load>
      </div>
    </ExpandRow>
  )
}

function TakeBack({ id }: { id: string }) {
  const { history: t, writes } = useAuthoring()
  const courseId = useCourseId()
  const [busy, setBusy] = useState(false)
  /** How many were changed since, if the others can be taken back. */
  const [changed, setChanged] = useState(0)

  async function takeBack(leave?: 'changed') {
    setBusy(true)
    try {
      toast(undoneWords([await undo(courseId, id, leave)], writes, t.undoneToast), 'done')
      setChanged(0)
    } catch (error) {
      const isConflict = error instanceof CallError && error.code === 'conflict'
      const others = leavable(error)
      // After a lost answer the same press is there again.
      if (isConflict) setChanged(others)
      if (others === 0) toast(whyNotUndone(error, writes, t.obstacles), 'wrong')
    }
    setBusy(false)
  }
  if (changed > 0)
    return (
      <Alert live tone="soon" title={writes.changedSince(changed)}>
        <p ref={returnFocus}>
          <Button size="sm" pending={busy} onClick={() => void takeBack('changed')}>
            {writes.undoRest}
          </Button>
        </p>
      </Alert>
    )
  return (
    <p ref={returnFocus}>
      <Button size="sm" pending={busy} onClick={() => void takeBack()}>
        {t.undo}
      </Button>
    </p>
  )
}

function Waits() {
  return (
    <SkeletonGroup label={useText().loading}>
      <Skeleton />
      <Skeleton className="w-2/3" />
    </SkeletonGroup>
  )
}
