import { LRUCache } from 'lru-cache'
import type { Endpoint } from '../contract/endpoint.ts'
import { type Part, partsOf } from '../contract/parts.ts'
import { type Answer, type SerializedAnswer, serialize } from './http/serialized.ts'

/*
 * A process keeps answers that many people on a course share, as long as the parts of the course in them have the same
 * versions (contract/parts.ts, migration 050). So most answers cost no more than the reader's own data.
 */

/** The readers of the same answer: students, staff, or one person. */
export type Audience = 'student' | 'staff' | { person: string }

export type Versions = Record<Part, number>

/** A course for an audience, with the versions that the access rule read together with the person's place. */
export interface CourseView {
  courseId: string
  audience: Audience
  versions: Versions
}

/** What an entry depends on besides its course, its audience and its endpoint. */
interface Besides {
  /**
   * The reader's section, where students of two sections get two answers; null: they get the same one. It is never left
   * out, so that nobody forgets it.
   */
  section: string | null
  /** Distinguishes entries of one endpoint, such as pages. */
  of?: string
  /** Changes whenever anything else in the answer changes. */
  version?: string | number
}

/**
 * Each entry belongs to an endpoint, whose address names its parts. `make` must read from the primary: a replica may
 * not have these versions yet.
 */
export interface Cache {
  /** A whole answer, serialized. */
  answer<E extends Endpoint>(
    endpoint: E,
    view: CourseView,
    make: () => Promise<Answer<E>>,
    besides: Besides,
  ): Promise<SerializedAnswer>
  /** Rows of each course, in the order of `views`. `make` gets the courses without an entry. */
  rows<R extends { course_id: string }>(
    endpoint: Endpoint,
    views: CourseView[],
    make: (courseIds: string[], audience: Audience) => Promise<R[]>,
  ): Promise<R[][]>
  /** What an answer of one course is made from. */
  one<T>(endpoint: Endpoint, view: CourseView, make: () => Promise<T>, besides: Besides): Promise<T>
  forgetAll(): void
}

/** In bytes, the weight of an entry besides its content, so that even empty entries are limited. */
const ENTRY = 300
/** In ms. A reading that takes longer may hang on a dead connection, so the next request starts anew. */
const JOINED_MS = 3_000

interface Attempt {
  version: string
  began: number
  made: Promise<unknown>
}

interface Slot {
  key: string
  version: string
}

/** The key of an entry, and the version that it must have. */
function slotOf(
  { path }: Endpoint,
  { courseId, audience, versions }: CourseView,
  { section, of, version }: Besides,
): Slot {
  const whom = typeof audience === 'string' ? audience : audience.person
  const own = partsOf(path.split('/').slice(2)).map((part) => versions[part])
  // Staff read what is for any section.
  const theirs = section !== null && audience !== 'staff' ? JSON.stringify(section) : ''
  return { key: `${courseId} ${whom} ${path} ${of ?? ''} ${theirs}`, version: `${own.join()} ${version ?? ''}` }
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/** The size of the cache in bytes: 24 MB hold what some hundreds of courses show. */
export function createCache(maxSize = 24_000_000): Cache {
  const known = new LRUCache<string, { version: string; kept: unknown; size: number }>({
    maxSize,
    sizeCalculation: ({ size }) => size,
  })
  /**
   * The latest reading under way. When a course changes, everyone on it asks at once: the first request reads, the
   * others wait.
   */
  const making = new Map<string, Attempt>()

  function find<T>({ key, version }: Slot): T | Promise<T> | undefined {
    const last = known.get(key)
    if (last?.version === version) return last.kept as T
    const attempt = making.get(key)
    const joins = attempt?.version === version && performance.now() - attempt.began < JOINED_MS
    return joins ? (attempt.made as Promise<T>) : undefined
  }
  async function keep<T>({ key, version }: Slot, made: Promise<T>, sizeOf: (value: T) => number): Promise<T> {
    const attempt = { version, began: performance.now(), made }
    making.set(key, attempt)
    try {
      const kept = await made
      // Unless a newer reading has started, or the cache was emptied meanwhile.
      if (making.get(key) === attempt) known.set(key, { version, kept, size: ENTRY + sizeOf(kept) })
      return kept
    } finally {
      if (making.get(key) === attempt) making.delete(key)
    }
  }

  return {
    async answer(endpoint, view, make, besides) {
      const slot = slotOf(endpoint, view, besides)
      const serialized = async () => serialize(endpoint, await make())
      return find<SerializedAnswer>(slot) ?? keep(slot, serialized(), ({ bytes }) => bytes.length)
    },
    async rows<R extends { course_id: string }>(
      endpoint: Endpoint,
      views: CourseView[],
      make: (courseIds: string[], audience: Audience) => Promise<R[]>,
    ) {
      const slots = views.map((view) => slotOf(endpoint, view, { section: null }))
      const lists = slots.map((slot) => find<R[]>(slot))
      const missing = Map.groupBy(
        views.filter((_, i) => !lists[i]),
        ({ audience }) => audience,
      )
      if (missing.size === 0) return Promise.all(lists as (R[] | Promise<R[]>)[])
      const made = new Map(
        [...missing].map(([audience, theirs]) => {
          const courseIds = theirs.map(({ courseId }) => courseId)
          return [audience, make(courseIds, audience).then((rows) => Map.groupBy(rows, (row) => row.course_id))]
        }),
      )
      const keepOwn = ({ courseId, audience }: CourseView, slot: Slot) =>
        keep(slot, made.get(audience)?.then((all) => all.get(courseId) ?? []) ?? Promise.resolve([]), bytesOf)
      return Promise.all(views.map((view, i) => lists[i] ?? keepOwn(view, slots[i] as Slot)))
    },
    async one<T>(endpoint: Endpoint, view: CourseView, make: () => Promise<T>, besides: Besides) {
      const slot = slotOf(endpoint, view, besides)
      return find<T>(slot) ?? keep(slot, make(), bytesOf)
    },
    forgetAll() {
      known.clear()
      making.clear()
    },
  }
}
