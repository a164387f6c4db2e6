import { acrossCourses, type Changed, partsOf } from '../../contract/parts.ts'

/**
 * Whether the answer of a query, by its key, may be another after a change: it is made of a part that changed, and its
 * address names no other thing than the one that changed.
 */
export function concerns({ courses, parts, thing }: Changed, key: readonly unknown[]): boolean {
  const [noun, id, , name] = key
  const isOfThem = `${noun}/${id}` in acrossCourses || (noun === 'courses' && courses.includes(String(id)))
  const isOfAnother = thing !== undefined && isId(name) && name !== thing
  return isOfThem && !isOfAnother && (!parts || partsOf(key).some((part) => parts.includes(part)))
}

/** Not a word of an address, such as `my`. */
const isId = (segment: unknown) => typeof segment === 'string' && segment.length === 36
