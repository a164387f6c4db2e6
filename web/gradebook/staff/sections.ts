import type { GradeRow } from './cells.ts'

/** Stands for the section of students without one. */
export const NO_SECTION = '-'
export const filters = { section: ({ section }: GradeRow) => section || NO_SECTION }
