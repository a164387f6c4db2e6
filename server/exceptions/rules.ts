import type { Exception } from '../../contract/staff/exceptions.ts'
import { refuseFields } from '../assignments/rules.ts'
import { termsOf } from '../assignments/terms.ts'
import type { Subject } from './queries.ts'
import { type ExtraTerms, givesNothing } from './writes.ts'

/** The terms of an exception, and its receivers. */
export interface AskedException extends ExtraTerms {
  people: string[]
  groups: string[]
  sections: string[]
  revision?: number | undefined
}

/** Whether an item was made from other exceptions of its receivers than they have now. */
export function isStale({ people, groups, sections, revision }: AskedException, there: Exception[]): boolean {
  if (revision === undefined) return false
  const names = new Set([...people, ...groups, ...sections])
  const theirs = there.filter(({ person, group, section }) => names.has(person?._id ?? group?._id ?? section ?? ''))
  return theirs.some((one) => one.revision !== revision) || (revision > 0 && theirs.length === 0)
}

/**
 * Throws invalid for a person who does not have the assignment, and for a date before everybody's, which would give
 * nothing. From whoever does not have it any more, an exception is taken away.
 */
export function refuseWrong(items: AskedException[], subject: Subject): void {
  const wrong: Record<string, string> = {}
  // For whoever has used all late days of a bank, because a later end gives them time.
  const { closes } = termsOf(subject, [], Number.POSITIVE_INFINITY)
  items.forEach((item, i) => {
    if (givesNothing(item)) return
    const isThere = (names: string[], there: string[]) => names.every((name) => there.includes(name))
    if (!isThere(item.people, subject.people)) wrong[`${i}.people`] = 'names somebody who is no student of this course'
    if (!isThere(item.groups, subject.groups)) wrong[`${i}.groups`] = 'names a group that does not hand this in'
    if (!isThere(item.sections, subject.sections)) wrong[`${i}.sections`] = 'names a section that nobody is in'
    if (item.due && subject.due_at && new Date(item.due) < subject.due_at)
      wrong[`${i}.due`] = 'is before it is due for everybody'
    if (item.closes && closes && new Date(item.closes) < closes)
      wrong[`${i}.closes`] = 'is before it closes for everybody'
  })
  refuseFields(wrong)
}
