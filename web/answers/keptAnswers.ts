import { thisBrowser } from '../typed/entries.ts'
import { typedOf } from '../typed/typed.ts'
import { isTyped, type Seen, type Typed } from './typed.ts'

/** The unsaved grade of a group of answers, and the works as they were when it was typed. */
export interface Entry {
  typed: Typed
  seen: Seen
  /** A save of these works is under way. */
  asked?: { _id: string; revision: number }[] | undefined
}

/**
 * Unsaved grades of one part, kept on the device group by group: so two pages do not overwrite each other, and the next
 * page finds what an earlier one left.
 */
export function keptAnswers(person: string, of: { course_id: string; asgn_id: string; part: string }) {
  const typed = typedOf(thisBrowser, person, 'answers')
  const ofAssignment = `${of.course_id}:${of.asgn_id}:`
  const prefix = `${ofAssignment}${of.part}:`
  return {
    /** How many unsaved grades of the other parts there are. */
    elsewhere: (): number =>
      [...typed.all()].filter(
        ([place, text]) => place.startsWith(ofAssignment) && !place.startsWith(prefix) && isTyped(read(text)?.typed),
      ).length,
    all: (): ReadonlyMap<string, Entry> =>
      new Map(
        [...typed.all()].flatMap(([place, text]) => {
          const entry = place.startsWith(prefix) ? read(text) : undefined
          return entry ? [[place.slice(prefix.length), entry] as const] : []
        }),
      ),
    /** False: the device cannot keep it. */
    keep: (key: string, entry: Entry | undefined): boolean =>
      entry ? typed.keep(prefix + key, JSON.stringify(entry)) : typed.drop(prefix + key),
  }
}

function read(text: string): Entry | undefined {
  try {
    const entry = JSON.parse(text) as Partial<Entry>
    return entry.typed && entry.seen ? { asked: entry.asked, typed: entry.typed, seen: entry.seen } : undefined
  } catch {
    return undefined
  }
}
