import { type Change, type ChangeKind, type OtherKind, thingIn } from '../../contract/changes.ts'
import type { Authoring } from '../i18n/en/authoring.ts'

/* The words of a line in the history. */

export function wordsOf(kind: ChangeKind, t: Authoring['history']): string {
  const thing = thingIn(kind)
  return thing ? t.verbs[thing.verb](t.things[thing.noun]) : t.kinds[kind as OtherKind]
}

/** Whom a change is about: the first people, groups and sections, and how many more; empty for other changes. */
export function namesOf({ about }: Pick<Change, 'about'>, { history, exceptions }: Authoring): string {
  const { names = [], sections = [], people = 0 } = about as { names?: string[]; sections?: string[]; people?: number }
  const all = [...sections.map(exceptions.section), ...names]
  return all.length === 0 ? '' : history.names(all, people - all.length)
}

/** What a change was about, and of how many: the people that it names are not told twice. */
export function subjectOf({ about }: Pick<Change, 'about'>, t: Authoring['history']): string {
  const {
    title = '',
    count = 1,
    names = [],
    people = 0,
  } = about as {
    title?: string
    count?: number
    names?: string[]
    people?: number
  }
  if (names.includes(title)) return ''
  return count > 1 && people === 0 ? t.several(title, count) : title
}
