import { LRUCache } from 'lru-cache'
import type { Endpoint } from '../contract/endpoint.ts'
import { type Answer, type Written, write } from './serve.ts'

/*
 * What is the same for everyone on a course. A process keeps it for as long as the course has the version that it had then
 * (migrations 010 and 011 say what changes it), so that most answers cost what is the person's own and no more.
 */

/** A course with its version, as they were read together with the person's place in it. */
export interface Versioned {
  courseId: string
  version: number
}

/** What is made must come from the primary: a replica may not have this version yet. */
export interface Shared {
  /** A whole answer, written out. `part` tells apart what is asked for beyond the course. */
  answer<E extends Endpoint>(
    endpoint: E,
    course: Versioned,
    make: () => Promise<Answer<E>>,
    part?: string,
  ): Promise<Written>
  /**
   * Rows of each course, in the order of `courses`. `make` is given those whose rows are not known; `what` names the rows.
   */
  rows<R extends { course_id: string }>(
    what: string,
    courses: Versioned[],
    make: (courseIds: string[]) => Promise<R[]>,
  ): Promise<R[][]>
  forgetAll(): void
}

/** In bytes: what some hundreds of courses are told. */
const MOST = 24_000_000
/** What an entry takes besides: even empty ones are not without number. */
const ENTRY = 300

export function createShared(): Shared {
  const known = new LRUCache<string, { version: number; kept: unknown; size: number }>({
    maxSize: MOST,
    sizeCalculation: ({ size }) => size,
  })
  const keyOf = (courseId: string, what: string) => `${courseId.toLowerCase()} ${what}`

  function find<T>({ courseId, version }: Versioned, what: string): T | undefined {
    const last = known.get(keyOf(courseId, what))
    return last?.version === version ? (last.kept as T) : undefined
  }
  function keep<T>({ courseId, version }: Versioned, what: string, kept: T, size: number): T {
    known.set(keyOf(courseId, what), { version, kept, size: ENTRY + size })
    return kept
  }

  return {
    async answer(endpoint, course, make, part = '') {
      const what = `${endpoint.path} ${part}`
      const last = find<Written>(course, what)
      if (last) return last
      const answer = write(endpoint, await make())
      return keep(course, what, answer, answer.bytes.length)
    },
    async rows<R extends { course_id: string }>(
      what: string,
      courses: Versioned[],
      make: (courseIds: string[]) => Promise<R[]>,
    ) {
      const lists = courses.map((course) => find<R[]>(course, what))
      const missing = courses.filter((_, i) => !lists[i])
      if (missing.length === 0) return lists as R[][]
      const made = Map.groupBy(await make(missing.map((c) => c.courseId)), (row) => row.course_id)
      return courses.map((course, i) => {
        const rows = lists[i] ?? made.get(course.courseId.toLowerCase()) ?? []
        return lists[i] ?? keep(course, what, rows, Buffer.byteLength(JSON.stringify(rows)))
      })
    },
    forgetAll: () => known.clear(),
  }
}
