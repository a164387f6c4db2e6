import type { ActivityKind } from '../../../contract/endpoint.ts'
import type { Clock } from './clock.ts'
import type { Rows } from './rows.ts'
import type { CourseData } from './types.ts'

/** The course that is being built, and what its parts are built with. */
export interface Building {
  data: CourseData
  id: string
  clock: Clock
  rows: Rows
  /** Who teaches, and does what has no other author. */
  lead: string | null
  person(name: string): string
  /** Adds an upload of a demo file and gives its id and the SHA-256 of its bytes, in hex. `name` tells this upload of it from others. */
  upload(
    file: string,
    name: string,
    options: { filename: string; owner: string | null; at: Date },
  ): { id: string; sha256: string }
  /** Adds what happened to a thing; with a person it is for that person alone. */
  happened(event: {
    kind: ActivityKind
    /** The id of the thing. */
    subject: string
    at: Date
    by: string | null
    person?: string
  }): void
}
