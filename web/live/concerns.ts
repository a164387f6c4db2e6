import { acrossCourses, type Changed, isMadeOf } from '../../contract/parts.ts'

/**
 * Whether a query's data, by its key, may differ after a change: it depends on a changed part, and its address names no
 * other thing than the changed one.
 */
export function concerns({ courses, parts, thing }: Changed, key: readonly unknown[]): boolean {
  const [noun, id, , name] = key
  const isOfThem = `${noun}/${id}` in acrossCourses || (noun === 'courses' && courses.includes(String(id)))
  const isOfAnother = thing !== undefined && isId(name) && name !== thing
  return isOfThem && !isOfAnother && (!parts || isMadeOf(key, parts))
}

/** An id, not a word of an address such as `my`. */
const isId = (segment: unknown) => typeof segment === 'string' && segment.length === 36
