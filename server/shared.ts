import { LRUCache } from 'lru-cache'
import type { Endpoint } from '../contract/endpoint.ts'
import type { MemberGrant } from './access/rules.ts'
import { type Answer, type Written, write } from './serve.ts'

/*
 * Answers that are the same for everyone on a course. A process keeps them written out for as long as the course has the
 * version that it had then (migration 010 says what changes it), so that most of them cost the access rule and no more.
 */

/**
 * The answer of an endpoint for a course, made only if it is not known for this version. `part` tells apart what is
 * asked for beyond the course. What `make` reads must come from the primary: a replica may not have this version yet.
 */
export type Shared = <E extends Endpoint>(
  endpoint: E,
  about: Pick<MemberGrant, 'courseId' | 'version'>,
  make: () => Promise<Answer<E>>,
  part?: string,
) => Promise<Written>

/** In bytes: the answers of some hundreds of courses. */
const MOST = 16_000_000

export function createShared(): Shared {
  const known = new LRUCache<string, { version: number; answer: Written }>({
    maxSize: MOST,
    sizeCalculation: ({ answer }) => answer.bytes.length,
  })
  return async (endpoint, { courseId, version }, make, part = '') => {
    const key = [endpoint.path, courseId.toLowerCase(), part].join(' ')
    const last = known.get(key)
    if (last?.version === version) return last.answer
    const answer = write(endpoint, await make())
    known.set(key, { version, answer })
    return answer
  }
}
