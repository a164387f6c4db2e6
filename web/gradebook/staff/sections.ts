import type { GradeRow } from './cells.ts'

/** In place of a section's name, for students without one. */
export const NO_SECTION = '-'
export const filters = { section: ({ section }: GradeRow) => section || NO_SECTION }
