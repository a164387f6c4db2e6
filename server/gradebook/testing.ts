import { contract } from '../../contract/index.ts'
import type { CellValue } from '../../contract/staff/gradebook.ts'
import type { SignedIn } from '../testing/server.ts'
import type { Thing } from '../testing/world.ts'

const { grading, gradebook, changes } = contract

export const cell = (person: Thing, column: { _id: string }, score: CellValue, was: CellValue = null) => ({
  ...{ person_id: person.id, gradable_id: column._id, score, was },
})

/** What an instructor, an assistant and students do with the gradebook of the test's own course. */
export function gradebookOf(own: () => { course: Thing; arthit: SignedIn; mali: SignedIn }) {
  const inCourse = () => ({ course_id: own().course.id })
  const latest = async () => {
    const [change] = (await own().arthit.call(changes.list, { params: inCourse() })).items
    return change as NonNullable<typeof change>
  }
  return {
    inCourse,
    addColumn: (gradable_name: string, more: object = {}) =>
      own().arthit.call(grading.addColumn, {
        params: inCourse(),
        body: { gradable_name, gradable_score: 10, ...more },
      }),
    table: () => own().mali.call(grading.table, { params: inCourse() }),
    put: (items: ReturnType<typeof cell>[], more: { reason?: string; query?: { dry_run: 'true' } } = {}) =>
      own().arthit.call(grading.write, {
        params: inCourse(),
        body: { items, ...(more.reason !== undefined && { reason: more.reason }) },
        ...(more.query && { query: more.query }),
      }),
    /** The names and scores that a student sees. */
    own: async (person: SignedIn) =>
      (await person.call(gradebook.mine, { params: inCourse() })).map(({ gradable_name, score }) => [
        gradable_name,
        score,
      ]),
    explain: (person: SignedIn) => person.call(gradebook.explain, { params: inCourse() }),
    latest,
    undo: async () => own().arthit.call(changes.undo, { params: { ...inCourse(), change_id: (await latest())._id } }),
  }
}
