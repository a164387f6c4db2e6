import { refuseFields } from '../assignments/rules.ts'
import type { Subject } from './queries.ts'
import type { ExtraTerms } from './writes.ts'

/** The terms of an exception, and its receivers. */
export interface AskedException extends ExtraTerms {
  people: string[]
  groups: string[]
  sections: string[]
  revision?: number | undefined
}

/**
 * Throws invalid for a person who does not have the assignment, and for a date before everybody's, which would give
 * nothing.
 */
export function refuseWrong(items: AskedException[], subject: Subject): void {
  const wrong: Record<string, string> = {}
  items.forEach((item, i) => {
    const isThere = (names: string[], there: string[]) => names.every((name) => there.includes(name))
    if (!isThere(item.people, subject.people)) wrong[`${i}.people`] = 'names somebody who is no student of this course'
    if (!isThere(item.groups, subject.groups)) wrong[`${i}.groups`] = 'names a group that does not hand this in'
    if (!isThere(item.sections, subject.sections)) wrong[`${i}.sections`] = 'names a section that nobody is in'
    if (item.due && subject.due_at && new Date(item.due) < subject.due_at)
      wrong[`${i}.due`] = 'is before it is due for everybody'
  })
  refuseFields(wrong)
}
