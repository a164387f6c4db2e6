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
  forgetAll(): void
}

/** In bytes: what some hundreds of courses are told. */
const MOST = 24_000_000
/** What an entry takes besides: even empty ones are not without number. */
const ENTRY = 300

export function createShared(): Shared {
  const known = new LRUCache<string, { version: Versioned['version']; kept: unknown; size: number }>({
    maxSize: MOST,
    sizeCalculation: ({ size }) => size,
  })
  /** Under way. When a course changes, everyone on it asks at once: it is made for the first of them, and the others wait. */
  const making = new Map<string, Promise<unknown>>()
  const keyOf = ({ courseId }: Versioned, what: string) => `${courseId.toLowerCase()} ${what}`

  function find<T>(course: Versioned, what: string): T | Promise<T> | undefined {
    const key = keyOf(course, what)
    const last = known.get(key)
    if (last?.version === course.version) return last.kept as T
    return making.get(`${key} ${course.version}`) as Promise<T> | undefined
  }
  function keep<T>(course: Versioned, what: string, made: Promise<T>, sizeOf: (it: T) => number): Promise<T> {
    const key = keyOf(course, what)
    const { version } = course
    const attempt = `${key} ${version}`
    const kept = made.then((it) => {
      // Unless all was forgotten meanwhile.
      if (making.get(attempt) === kept) known.set(key, { version, kept: it, size: ENTRY + sizeOf(it) })
      return it
    })
    const done = () => making.get(attempt) === kept && making.delete(attempt)
    kept.then(done, done)
    making.set(attempt, kept)
    return kept
  }

  return {
    async answer(endpoint, course, make, part = '') {
      const what = `${endpoint.path} ${part}`
      const written = async () => write(endpoint, await make())
      return find<Written>(course, what) ?? keep(course, what, written(), ({ bytes }) => bytes.length)
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
          made.then((all) => all.get(course.courseId.toLowerCase()) ?? []),
          (rows) => Buffer.byteLength(JSON.stringify(rows)),
        )
      return Promise.all(courses.map((course, i) => lists[i] ?? keepOwn(course)))
    },
    forgetAll() {
      known.clear()
      making.clear()
    },
  }
}
