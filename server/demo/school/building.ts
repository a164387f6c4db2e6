import type { ActivityKind } from '../../../contract/endpoint.ts'
import type { Clock } from './clock.ts'
import type { Rows } from './rows.ts'
import type { CourseData } from './types.ts'

/** The course that is being built, with the tools for its parts. */
export interface Building {
  data: CourseData
  id: string
  clock: Clock
  rows: Rows
  /** The teacher, who is also the author of everything without another author. */
  lead: string | null
  person(name: string): string
  /**
   * Adds an upload of a demo file and returns its id and the SHA-256 of its bytes, in hex. `name` distinguishes uploads
   * of one file.
   */
  upload(
    file: string,
    name: string,
    options: { filename: string; owner: string | null; at: Date },
  ): { id: string; sha256: string }
  /** Adds an activity; with a person, it is for that person alone. */
  happened(event: {
    kind: ActivityKind
    /** The id of the subject. */
    subject: string
    at: Date
    by: string | null
    person?: string
  }): void
}
