import type { ActivityKind } from '../../contract/endpoint.ts'
import type { Add } from './copy.ts'
import { Dice } from './dice.ts'
import type { CoursePlan, Plan, SemesterPlan } from './plan.ts'

const DAY_MS = 86_400_000

/** Files whose bytes are in the storage; many records name the same ones. */
export interface StoredFile {
  filename: string
  media_type: string
  bytes: number
  sha256: Buffer
  storage_key: string
}

/** A course that is being filled. */
export class Place {
  readonly plan: CoursePlan
  readonly semester: SemesterPlan
  readonly now: Date
  readonly id: string
  readonly students: string[]
  readonly instructors: string[]
  readonly assistants: string[]
  readonly lead: string
  readonly add: Add
  readonly #seed: string
  readonly #files: StoredFile[]

  constructor(plan: Plan, semester: SemesterPlan, course: CoursePlan, people: string[], add: Add, files: StoredFile[]) {
    const idsOf = (numbers: number[]) => numbers.map((n) => people[n] as string)
    this.plan = course
    this.semester = semester
    this.now = plan.now
    this.add = add
    this.#seed = plan.seed
    this.#files = files
    this.id = this.dice('id').id(this.at(-30))
    this.students = idsOf(course.students)
    this.instructors = idsOf(course.instructors)
    this.assistants = idsOf(course.assistants)
    this.lead = this.instructors[0] as string
  }

  /** The random numbers of one part of the course. */
  dice(part: string): Dice {
    return new Dice(this.#seed, 'course', this.plan.number, part)
  }

  /** So many days after classes began; at most now. */
  at(days: number): Date {
    return new Date(Math.min(this.ahead(days).getTime(), this.now.getTime()))
  }

  /** The same, but possibly in the future. */
  ahead(days: number): Date {
    return new Date(Math.floor(this.semester.start.getTime() + days * DAY_MS))
  }

  /** Whether that day is over. */
  isPast(days: number): boolean {
    return this.ahead(days) < this.now
  }

  /** Adds the record of an upload that something holds. */
  upload(dice: Dice, owner_id: string, created_at: Date): { id: string; sha256: string } {
    const { filename, media_type, bytes, sha256, storage_key } = dice.pick(this.#files)
    const id = dice.id(created_at)
    this.add('uploads', { id, owner_id, filename, media_type, bytes, sha256, storage_key, created_at, held: true })
    return { id, sha256: sha256.toString('hex') }
  }

  /** Adds an activity, for everyone on the course or for one person alone, if its time is past. */
  happened(
    dice: Dice,
    kind: ActivityKind,
    { subject, at, person = null }: { subject: string; at: Date; person?: string | null },
  ): void {
    this.add('activity', {
      course_id: this.id,
      id: dice.id(at),
      kind,
      subject_id: subject,
      actor_id: this.lead,
      person_id: person,
      created_at: at,
    })
  }
}
