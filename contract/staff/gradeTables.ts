import * as z from 'zod/mini'
import { endpoint, Id } from '../endpoint.ts'
import { CellValue, cellsMost } from './gradebook.ts'
import { sectionMost } from './roster.ts'
import { Fate, importPart, importPlan, importQuery } from './tables.ts'

/** The kinds of columns in a file of scores besides a column of the gradebook, whose kind is its id. */
export const gradeFileKinds = ['', 'person', 'email', 'name'] as const

/** How many unchanged cells, and how many refused ones, a reply lists. */
export const namedMost = 5_000

/** Why an import refuses a row or a cell. */
export const GradeProblem = z.enum([
  'person_missing',
  'person_unknown',
  'person_twice',
  'person_mixed',
  'email_shared',
  'score_bad',
  'not_worked_out',
  'newer',
  'names_hidden',
  'final_released',
])
export type GradeProblem = z.output<typeof GradeProblem>

/** The fate of a cell, or of a whole row when nothing in it is imported. */
export const GradeImportRow = z.object({
  /** The row's number in the file. */
  line: z.int(),
  name: z.string(),
  fate: Fate,
  person_id: z.optional(Id),
  gradable_id: z.optional(Id),
  before: z.optional(CellValue),
  after: z.optional(CellValue),
  problem: z.optional(GradeProblem),
  /** The value in the file; for a newer cell, the value in the gradebook. */
  value: z.optional(z.string()),
})
export type GradeImportRow = z.output<typeof GradeImportRow>

export const GradePlan = z.extend(importPlan(z.string(), GradeImportRow), {
  /** How many are not listed in `rows`. */
  more: z.object({ unchanged: z.int(), refused: z.int() }),
  /** The places of columns, from 0 on, with points that are not read, because their headings name no column alone. */
  unplaced_points: z.array(z.int()),
})
export type GradePlan = z.output<typeof GradePlan>

const grades = '/api/courses/:course_id/grades'
const tableQuery = z.object({
  /** The students of one section; empty: students without a section. */
  section: z.optional(z.string().check(z.maxLength(sectionMost))),
})
const about =
  'The gradebook with what students are not told yet; each column carries its id, by which an import knows it'

/** The gradebook as a file, and back. */
export const gradeTables = {
  csv: endpoint({
    method: 'GET',
    path: `${grades}.csv`,
    access: 'grade',
    summary: `${about}. As CSV`,
    query: tableQuery,
    raw: 'file',
  }),
  xlsx: endpoint({
    method: 'GET',
    path: `${grades}.xlsx`,
    access: 'grade',
    summary: `${about}. As an Excel workbook`,
    query: tableQuery,
    raw: 'file',
  }),
  import: endpoint({
    method: 'POST',
    path: `${grades}/import`,
    access: 'grade',
    summary:
      'Writes the scores of a CSV or XLSX file as one change: with `dry_run` says what would become of each cell and ' +
      'writes nothing. Rows are found by the id or the address of the person, columns by their id. An empty cell stays ' +
      `as it is, and so does one that has changed since the file was made, unless the importer changed it, whose names are hidden, or that is a released final grade and the importer may not release. At most ${cellsMost} cells change. ` +
      '409 with `current`, the plan as it is now, when it is not that of `digest`',
    query: importQuery,
    form: importPart,
    reply: GradePlan,
    errors: ['conflict', 'too_many'],
  }),
}
