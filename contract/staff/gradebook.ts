import * as z from 'zod/mini'
import { mostRoster } from '../courses.ts'
import { AskedId, AskedTime, endpoint, Id, Time } from '../endpoint.ts'
import { bulkQuery } from './bulk.ts'

export const columnNameMost = 200
export const columnsMost = 300
export const categoriesMost = 50
export const lettersMost = 20
/** How many cells one call writes at most. */
export const cellsMost = 20_000
export const reasonMost = 1_000
export const pointsMost = 999_999.99

/** With two decimals at most. */
export const exactPoints = (most: number) =>
  z.number().check(
    z.minimum(0),
    z.maximum(most),
    z.refine((n) => Math.abs(n * 100 - Math.round(n * 100)) < 1e-6, { error: 'has more than two decimals' }),
  )
const points = exactPoints(pointsMost)
const isOnce = (all: unknown[]) => new Set(all).size === all.length
/** Whether no two have the same letter, or begin at the same percentage: then they would contradict each other. */
export const lettersDiffer = (letters: { letter: string; from: number }[]): boolean =>
  isOnce(letters.map(({ letter }) => letter)) && isOnce(letters.map(({ from }) => from))
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(columnNameMost))
const count = z.int().check(z.minimum(0), z.maximum(100))
const time = z.nullable(AskedTime)

export const GradeColumn = z.object({
  _id: Id,
  gradable_name: z.string(),
  /** The maximum. */
  gradable_score: z.number(),
  /** Null: a column by hand, or of attendance. */
  assignment_id: z.nullable(Id),
  /** In percent, what a late class counts in a column of attendance. Null: another column. */
  attendance_late: z.nullable(z.int()),
  category_id: z.nullable(Id),
  /** Its points count beyond the maximum. */
  extra: z.boolean(),
  /** From then on an empty cell counts as nought. */
  zero_from: z.nullable(Time),
  /** Whether students see it. */
  released: z.boolean(),
  /** The final grade, which students see once it is released. */
  final: z.boolean(),
  revision: z.int(),
})
export type GradeColumn = z.output<typeof GradeColumn>

export const GradeCategory = z.object({
  _id: Id,
  name: z.string(),
  /** In percent; where no category has a weight, points count as they are. */
  weight: z.number(),
  drop_lowest: z.int(),
  drop_highest: z.int(),
})
export type GradeCategory = z.output<typeof GradeCategory>

export const GradeLetter = z.object({ letter: z.string(), from: z.number() })

/** The value of a cell: a score, `excused`, or null. */
export const CellValue = z.nullable(z.union([z.number(), z.literal('excused')]))
export type CellValue = z.output<typeof CellValue>
const GivenValue = z.nullable(z.union([points, z.literal('excused')]))

/**
 * A bare score is released; a `hidden` one is not. `closed`: the person has handed in and names are hidden until the
 * release, so nobody reads or writes the cell.
 */
const Cell = z.nullable(z.union([z.number(), z.enum(['excused', 'closed']), z.object({ hidden: z.number() })]))
export type Cell = z.output<typeof Cell>

export const Grades = z.object({
  columns: z.array(GradeColumn),
  categories: z.array(GradeCategory),
  letters: z.array(GradeLetter),
  /** Counts the changes of categories and letters. */
  revision: z.int(),
  final_released: z.boolean(),
  /** The students by name, each with a cell for each column, in the same order. */
  rows: z.array(
    z.object({
      ...{ _id: Id, first: z.string(), last: z.string(), section: z.string(), cells: z.array(Cell) },
      /**
       * By column, from when an empty cell counts as nought for this student instead: because they have more time, or,
       * if null, because their work waits for its grade or students do not see the assignment.
       */
      zero_from: z.optional(z.record(Id, z.nullable(Time))),
      /** Of their final grade, as they are told it, or will be. */
      final_letter: z.optional(z.string()),
    }),
  ),
  /** Published assignments without a column. */
  without: z.array(z.object({ _id: Id, assignment_name: z.string(), assignment_score: z.number() })),
})
export type Grades = z.output<typeof Grades>

export const CellChange = z.object({ person_id: Id, gradable_id: Id, before: CellValue, after: CellValue })
export type CellChange = z.output<typeof CellChange>

/** A cell that was not written: it has changed since its writer read it, no longer exists, or is closed. */
export interface CellConflict {
  person_id: string
  gradable_id: string
  score: CellValue
  gone?: true
  closed?: true
}

const Standing = z.object({ percent: z.nullable(z.number()), letter: z.nullable(z.string()) })
const TotalChange = z.object({ person_id: Id, before: Standing, after: Standing })
export type TotalChange = z.output<typeof TotalChange>
/** Of a dry run alone: whose total changes. */
const changed = z.optional(z.array(TotalChange))

export const FinalPlan = z.object({
  items: z.array(
    z.extend(Standing, {
      person_id: Id,
      /** The final grade that the student has been told before; null: none. */
      before: z.nullable(Standing),
    }),
  ),
  /** Columns that count and that students do not see: unreleased, or of an assignment that is a draft. */
  hidden: z.array(z.string()),
  /** Columns with closed cells, which do not count. */
  closed: z.array(z.string()),
  /** The digest of all this: a release with it happens exactly as previewed, or not at all. */
  digest: z.string(),
})
export type FinalPlan = z.output<typeof FinalPlan>

const grades = '/api/courses/:course_id/grades'
const book = '/api/courses/:course_id/gradebook'

const columnFields = {
  gradable_name: z.optional(name),
  gradable_score: z.optional(points),
  category_id: z.optional(z.nullable(AskedId)),
  extra: z.optional(z.boolean()),
  zero_from: z.optional(time),
  released: z.optional(z.boolean()),
  /**
   * In percent, what a late class counts; present counts whole, absent nothing, and an excused absence is left out. Not
   * for a column of an assignment.
   */
  attendance_late: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(100)))),
  /** The column before it; null: it becomes the first. If that column no longer exists, it becomes the last. */
  after: z.optional(z.nullable(AskedId)),
}

/** Staff's calls on the gradebook of a course. */
export const grading = {
  table: endpoint({
    method: 'GET',
    path: grades,
    access: 'grade',
    summary: `Everyone's scores, released or not; at most ${mostRoster} students and ${columnsMost} columns`,
    reply: Grades,
  }),
  write: endpoint({
    method: 'PUT',
    path: grades,
    access: 'grade',
    summary:
      'Writes cells as one change, all of them or none. `was` is what the writer saw there: 409 `conflict` names the cells ' +
      'that say something else by now, as `gone` those that are not there, and as `closed` those whose names are hidden. ' +
      '`fields` names those that this person cannot write, such as `items.3.score`: with 400 an empty one where a group has a score, with 403 a released final grade. The score of a work that was handed in is that of its feedback; where the best attempt counts, every attempt above it gets it, too',
    query: bulkQuery,
    // In bytes; a cell takes 150.
    bodyMost: cellsMost * 200,
    body: z.object({
      items: z
        .array(
          z.object({
            person_id: AskedId,
            gradable_id: AskedId,
            score: GivenValue,
            /** Absent: whatever is there is overwritten. */
            was: z.optional(CellValue),
          }),
        )
        .check(z.minLength(1), z.maxLength(cellsMost)),
      reason: z._default(z.string().check(z.trim(), z.maxLength(reasonMost)), ''),
    }),
    reply: z.object({ items: z.array(CellChange) }),
    errors: ['conflict'],
  }),
  history: endpoint({
    method: 'GET',
    path: `${grades}/:gradable_id/history/:person_id`,
    access: 'grade',
    summary: 'What was in a cell in the last 30 days, the newest first, by whom and why',
    reply: z.array(
      z.object({
        change_id: Id,
        at: Time,
        actor: z.nullable(z.object({ _id: Id, first: z.string(), last: z.string() })),
        before: CellValue,
        after: CellValue,
        /** The attempt whose score it is; null: there is one attempt, or none. */
        attempt: z.nullable(z.int()),
        reason: z.string(),
      }),
    ),
  }),
  addColumn: endpoint({
    method: 'POST',
    path: `${book}/columns`,
    access: 'grade',
    summary: 'A new column, which students see when it is released; of an assignment, or entered by hand',
    body: z.object({
      ...columnFields,
      gradable_name: name,
      gradable_score: points,
      assignment_id: z._default(z.nullable(AskedId), null),
    }),
    reply: GradeColumn,
    errors: ['conflict', 'too_many'],
  }),
  editColumn: endpoint({
    method: 'PATCH',
    path: `${book}/columns/:gradable_id`,
    access: 'grade',
    summary: 'Changes the given fields of a column: with `dry_run` only says whose total changes',
    revision: true,
    query: bulkQuery,
    body: z.object(columnFields),
    reply: z.extend(GradeColumn, { changed }),
  }),
  removeColumn: endpoint({
    method: 'DELETE',
    path: `${book}/columns/:gradable_id`,
    access: 'grade',
    summary: 'Removes a column: with `dry_run` only says whose total changes',
    revision: true,
    query: bulkQuery,
    reply: z.object({ _id: Id, changed }),
  }),
  setUp: endpoint({
    method: 'PUT',
    path: `${book}/setup`,
    access: 'grade',
    summary:
      'Writes the categories in their order, the letters, and which columns are in them: with `dry_run` only says whose total changes. A category ' +
      'without an `_id` is new, one that is left out goes',
    revision: true,
    query: bulkQuery,
    body: z.object({
      categories: z
        .array(
          z.object({
            _id: z.optional(AskedId),
            name,
            weight: exactPoints(100),
            drop_lowest: z._default(count, 0),
            drop_highest: z._default(count, 0),
          }),
        )
        .check(z.maxLength(categoriesMost)),
      letters: z
        .array(
          z.object({ letter: z.string().check(z.trim(), z.minLength(1), z.maxLength(10)), from: exactPoints(100) }),
        )
        .check(
          z.minLength(1),
          z.maxLength(lettersMost),
          z.refine(lettersDiffer, { error: 'names a letter or a percentage twice' }),
        ),
      /** Columns with a new category, each with its place in `categories`; null: none. Missing columns are ignored. */
      columns: z._default(
        z
          .array(
            z.object({
              _id: AskedId,
              category: z.nullable(z.int().check(z.minimum(0), z.maximum(categoriesMost - 1))),
            }),
          )
          .check(z.maxLength(columnsMost)),
        [],
      ),
    }),
    reply: z.object({ changed: z.array(TotalChange) }),
  }),
  final: endpoint({
    method: 'POST',
    path: `${book}/final`,
    access: 'release',
    summary:
      'Tells each student their final grade: the total of all columns as it is now, or what was entered by hand; ' +
      '`released: false` takes it back. With `dry_run` only says what they would be told. 409 with `current`, what they ' +
      'would be told as it is now, when it is not that of `digest`',
    query: z.extend(bulkQuery, { digest: z.optional(z.string().check(z.maxLength(100))) }),
    body: z.object({ released: z.boolean() }),
    reply: FinalPlan,
    errors: ['conflict'],
  }),
}
