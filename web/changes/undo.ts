import { changes, type Obstacle } from '../../contract/changes.ts'
import type { Authoring } from '../i18n/en/authoring.ts'
import { CallError, callWithHeaders, isTransient } from '../loading/call.ts'
import { newIdempotencyKey } from '../loading/idempotency.ts'
import { queries } from '../loading/queryClient.ts'
import { dismissOver, toast } from '../ui/Toast.tsx'

/** The undos of this page, by the change that they undo, except for those that may succeed later. */
const begun = new Map<string, Promise<Undone>>()
/** The keys of undos that got no answer: tried again at any time, one that was done is found to be. */
const keys = new Map<string, string>()
/** One after the other: of two changes of one thing the later one has to be undone first. */
let line: Promise<unknown> = Promise.resolve()

interface Undone {
  /** The change that the undo is: its own undo does it again. */
  change: string
  /** A thing came back as a draft, because its time of publication had passed. */
  drafts: boolean
  /** How many grades, marks or exceptions stayed, because somebody had changed them since. */
  left: number
  /** The timed assignments that may be begun again, because somebody is out of a group that has begun them. */
  begun: string[]
}

/**
 * Undoes a change, then renews the course on screen; with `leave` without what somebody has changed since.
 * @throws CallError `conflict` when somebody changed it since
 */
export async function undo(course_id: string, change_id: string, leave?: 'changed'): Promise<Undone> {
  const idempotencyKey = keys.get(change_id) ?? newIdempotencyKey()
  keys.set(change_id, idempotencyKey)
  const own = line
    .then(() => callWithHeaders(changes.undo, { params: { course_id, change_id }, query: { leave }, idempotencyKey }))
    .then(({ data: { _id, about } }) => ({
      change: _id,
      ...{ drafts: 'drafts' in about, left: Number(about.left ?? 0), begun: (about.begun ?? []) as string[] },
    }))
  begun.set(change_id, own)
  line = own.then(
    () => keys.delete(change_id),
    (error) => (isTransient(error) ? begun : keys).delete(change_id),
  )
  const undone = await own
  dismissOver()
  await queries.invalidateQueries({ queryKey: ['courses', course_id] })
  return undone
}

/** How many rows of a change an undo can leave to take back the others; 0: none. */
export function leavable(error: unknown): number {
  const obstacles = obstaclesOf(error)
  return obstacles.every(({ can_stay }) => can_stay) ? obstacles.length : 0
}

function obstaclesOf(error: unknown): Obstacle[] {
  const isConflict = error instanceof CallError && error.code === 'conflict'
  return (isConflict && (error.current as Obstacle[] | undefined)) || []
}

/** Why an undo failed. `changed`: the words where somebody has changed something since. */
export function whyNotUndone(error: unknown, t: Authoring['writes'], changed = t.notUndone): string {
  if (!(error instanceof CallError) || error.code !== 'conflict') return t.failed
  const obstacles = obstaclesOf(error)
  const ofGroups = ({ table }: Obstacle) => table === 'groups' || table === 'group_members'
  // Nobody changed anything that could be taken back first: the history does not have who left a group by themselves.
  const isInUse = (one: Obstacle) => one.reason === 'in_use' || (one.reason === 'gone' && ofGroups(one))
  if (obstacles.length === 0 || !obstacles.every(isInUse)) return changed
  return obstacles.some(ofGroups) ? t.groupsInUse : t.inUse
}

/** What some undos did. `undone`: the words where there is nothing more to say of them. */
export function undoneWords(all: Undone[], t: Authoring['writes'], undone = t.undone): string {
  const left = all.reduce((sum, one) => sum + one.left, 0)
  const words = left > 0 ? t.undoneRest(left) : all.some(({ drafts }) => drafts) ? t.undoneAsDraft : undone
  const begun = new Set(all.flatMap((one) => one.begun))
  return [words, t.beginAgain([...begun])].filter(Boolean).join(' ')
}

/** Whether Ctrl+Z passes over a change, because a message, the history or an earlier Ctrl+Z has undone it. */
export const isUndone = (change_id: string): boolean => begun.has(change_id)

export const changeOfHeaders = (headers: Headers): string[] => {
  const change = headers.get('change-id')
  return change ? [change] : []
}

/**
 * Undoes what an earlier try of the same request made, though its answer was lost, and returns undefined then; otherwise
 * the answer. @throws CallError
 */
export async function undoEarlier<A extends { headers: Headers }>(
  course_id: string,
  answer: A,
): Promise<A | undefined> {
  if (!answer.headers.has('idempotent-replayed')) return answer
  for (const change of changeOfHeaders(answer.headers))
    await undo(course_id, change).catch((error) => {
      if (!(error instanceof CallError) || error.code !== 'conflict') throw error
      // This undo may have got no answer either.
      if ((error.current as Obstacle[] | undefined)?.every(({ reason }) => reason === 'gone')) return
      throw new CallError(error.code, error.status, error.message)
    })
  return undefined
}

/** Says what some changes did, and offers to undo them, the last one first. */
export function toastWithUndo(message: string, course_id: string, made: string[], t: Authoring['writes']) {
  if (made.length === 0) return toast(message, 'done')
  const takeBack = async (leave?: 'changed') => {
    try {
      const undone: Undone[] = []
      for (const change of made.toReversed())
        undone.push(await ((!leave && begun.get(change)) || undo(course_id, change, leave)))
      toast(undoneWords(undone, t), 'done')
    } catch (error) {
      const left = made.length === 1 ? leavable(error) : 0
      if (left > 0)
        return toast(t.changedSince(left), 'wrong', {
          label: t.undoRest,
          run: () => void takeBack('changed'),
          isElsewhere: true,
        })
      toast(whyNotUndone(error, t), 'wrong')
    }
  }
  const isOver = () => made.every(isUndone)
  toast(message, 'done', { label: t.undo, run: () => void takeBack(), isElsewhere: true, isOver })
}
