import { contract } from '../../contract/index.ts'
import type { CellValue } from '../../contract/staff/gradebook.ts'
import type { Category, Item } from '../../contract/totals.ts'
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

/** A total in percent, calculated in another way than `totalOf`: whole numbers over one common denominator, and dropping by trying each pair. */
export function secondly(items: Item[], categories: Category[], now: Date): number | null {
  const cents = (n: number) => BigInt(Math.round(n * 100))
  const weighted = categories.some(({ weight }) => weight > 0)
  const groups = [...categories.map((c) => [c, items.filter((i) => i.category_id === c._id)] as const)]
  const loose = items.filter((i) => !categories.some((c) => c._id === i.category_id))
  if (!weighted) groups.push([{ _id: '', name: '', weight: 0, drop_lowest: 0, drop_highest: 0 }, loose])
  const sums = groups.map(([c, all]) => {
    let pool = all
      .filter((i) => !i.excused && !i.extra && (i.score !== null || (i.zero_from ?? '9') < now.toISOString()))
      .map((i) => ({ got: cents(i.score ?? 0), of: cents(i.max), at: all.indexOf(i) }))
    const bonus = all
      .filter((i) => !i.excused && i.extra && i.score !== null)
      .reduce((s, i) => s + cents(i.score ?? 0), 0n)
    const free = pool.filter(({ of }) => of === 0n).reduce((s, { got }) => s + got, 0n)
    pool = pool.filter(({ of }) => of !== 0n)
    const worse = (a: (typeof pool)[0], b: (typeof pool)[0]) =>
      a.got * b.of < b.got * a.of || (a.got * b.of === b.got * a.of && (a.of > b.of || (a.of === b.of && a.at > b.at)))
    const remove = (isIt: (one: (typeof pool)[0], other: (typeof pool)[0]) => boolean) => {
      const out = pool.find((one) => pool.every((other) => other === one || isIt(one, other)))
      pool = pool.filter((one) => one !== out)
    }
    for (let n = 0; n < c.drop_lowest && pool.length > 1; n++) remove(worse)
    for (let n = 0; n < c.drop_highest && pool.length > 1; n++) remove((one, other) => worse(other, one))
    return {
      got: pool.reduce((s, { got }) => s + got, bonus + free),
      of: pool.reduce((s, { of }) => s + of, 0n),
      weight: cents(c.weight),
    }
  })
  const used = weighted ? sums.filter(({ weight, of }) => weight > 0n && of > 0n) : sums
  let [top, under] = [0n, 0n]
  if (weighted) {
    const common = used.reduce((product, { of }) => product * of, 1n)
    top = used.reduce((s, { got, of, weight }) => s + (got * weight * common) / of, 0n)
    under = common * used.reduce((s, { weight }) => s + weight, 0n)
    if (used.length === 0) under = 0n
  } else {
    top = used.reduce((s, { got }) => s + got, 0n)
    under = used.reduce((s, { of }) => s + of, 0n)
  }
  if (under === 0n) return null
  const tenThousandths = (top * 100_000n) / under
  return Number((tenThousandths + 5n) / 10n) / 100
}
