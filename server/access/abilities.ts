import type { Can } from '../../contract/courses.ts'
import type { Ability } from '../../contract/endpoint.ts'
import type { Role } from './rules.ts'

/**
 * Abilities in an archived course: a person who may change its settings can bring it back, and nobody writes anything
 * else.
 */
export const readOnly = ({ work, settings }: Can): Can => ({
  ...{ work, author: false, people: false, grade: false, release: false },
  settings,
})

/**
 * What each role may do in a course. The rules of access check it, and replies carry it as `can`. A course says what
 * its assistants may do.
 */
export function abilitiesOf(role: Role, assistantsMay: readonly string[] = []): Can {
  const may = (ability: Ability) => role === 'instructor' || (role === 'assistant' && assistantsMay.includes(ability))
  return {
    work: role === 'student',
    author: may('author'),
    people: may('people'),
    grade: may('grade'),
    release: may('release'),
    settings: may('settings'),
  }
}

/** Whether a person reads grades before their release: graders do, and instructors also in an archived course. */
export const readsGrades = ({ role, can }: { role: Role; can: Can }): boolean => can.grade || role === 'instructor'
