import { LRUCache } from 'lru-cache'
import type { Endpoint } from '../contract/endpoint.ts'
import { type Answer, type Written, write } from './serve.ts'

/*
 * What is the same for everyone on a course. A process keeps it for as long as the course has the version that it had then
 * (migrations 010, 011 and 014 say what changes it), so that most answers cost what is the person's own and no more.
 */

/** A course with its version, as they were read together with the person's place in it. */
export interface Versioned {
  courseId: string
  /** Another one when it has changed. Of a part of the course that changes oftener, its own is in it as well. */
  version: number | string
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
  /** The like of one course. */
  one<T>(what: string, course: Versioned, make: () => Promise<T>): Promise<T>
  forgetAll(): void
}

/** What an entry takes besides: even empty ones are not without number. */
const ENTRY = 300
/** What takes longer may be asked for on a line that leads nowhere: who comes then makes it anew. */
const JOINED_MS = 3_000

interface Attempt {
  version: Versioned['version']
  began: number
  made: Promise<unknown>
}

/** Keeps so many bytes of the latest: 24 MB are what some hundreds of courses are told. */
export function createShared(most = 24_000_000): Shared {
  const known = new LRUCache<string, { version: Versioned['version']; kept: unknown; size: number }>({
    maxSize: most,
    sizeCalculation: ({ size }) => size,
  })
  /** The latest under way. When a course changes, everyone on it asks at once: it is made for the first, and the others wait. */
  const making = new Map<string, Attempt>()
  const keyOf = ({ courseId }: Versioned, what: string) => `${courseId} ${what}`

  function find<T>(course: Versioned, what: string): T | Promise<T> | undefined {
    const key = keyOf(course, what)
    const last = known.get(key)
    if (last?.version === course.version) return last.kept as T
    const attempt = making.get(key)
    const joins = attempt?.version === course.version && performance.now() - attempt.began < JOINED_MS
    return joins ? (attempt.made as Promise<T>) : undefined
  }
  async function keep<T>(course: Versioned, what: string, made: Promise<T>, sizeOf: (it: T) => number): Promise<T> {
    const key = keyOf(course, what)
    const { version } = course
    const attempt = { version, began: performance.now(), made }
    making.set(key, attempt)
    try {
      const kept = await made
      // Unless something newer was begun, or all was forgotten meanwhile.
      if (making.get(key) === attempt) known.set(key, { version, kept, size: ENTRY + sizeOf(kept) })
      return kept
    } finally {
      if (making.get(key) === attempt) making.delete(key)
    }
  }

  const bytesOf = (it: unknown) => Buffer.byteLength(JSON.stringify(it))

  return {
    async answer(endpoint, course, make, part = '') {
      const what = `${endpoint.path} ${part}`
      const written = async () => write(endpoint, await make())
      return find<Written>(course, what) ?? keep(course, what, written(), ({ text }) => text.length)
    },
    async rows<R extends { course_id: string }>(
      what: string,
      courses: Versioned[],
      make: (courseIds: string[]) => Promise<R[]>,
    ) {
      const lists = courses.map((course) => find<R[]>(course, what))
      const missing = courses.flatMap(({ courseId }, i) => (lists[i] ? [] : [courseId]))
      if (missing.length === 0) return Promise.all(lists as (R[] | Promise<R[]>)[])
      const made = make(missing).then((rows) => Map.groupBy(rows, (row) => row.course_id))
      const keepOwn = (course: Versioned) =>
        keep(
          course,
          what,
          made.then((all) => all.get(course.courseId) ?? []),
          bytesOf,
        )
      return Promise.all(courses.map((course, i) => lists[i] ?? keepOwn(course)))
    },
    async one<T>(what: string, course: Versioned, make: () => Promise<T>) {
      return find<T>(course, what) ?? keep(course, what, make(), bytesOf)
    },
    forgetAll() {
      known.clear()
      making.clear()
    },
  }
}
