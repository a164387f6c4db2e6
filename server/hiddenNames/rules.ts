import type { SubmissionRow } from '../../contract/staff/grading.ts'
import type { HiddenName } from '../../contract/staff/hiddenNames.ts'
import { signedAddress } from '../uploads/location.ts'
import type { HiddenNames, Mask } from './queries.ts'

interface Named {
  people: unknown[]
  group: string
  hidden?: HiddenName | undefined
}

/** A row without its owner, if names are hidden. */
export const withoutNames = <T extends Named>(one: T, mask: Mask | undefined): T =>
  mask ? { ...one, people: [], group: '', hidden: { number: mask.number, is_group: one.group !== '' } } : one

/** The mask of an owner until their grade is released. */
export const maskFor = (names: HiddenNames, ownerId: string, released: boolean): Mask | undefined =>
  released ? undefined : names?.get(ownerId)

/** Hidden owners stand in the order of their numbers, because the order of names would tell. */
export const hiddenLast = <T>(all: T[], hiddenIn: (one: T) => { number: number } | undefined): T[] =>
  all.toSorted((a, b) => (hiddenIn(a)?.number ?? 0) - (hiddenIn(b)?.number ?? 0))

/** The rows of the list of submissions, without names where they are hidden. */
export function rowsWithoutNames<Row extends { show: boolean | null }>(
  rows: Row[],
  shown: (row: Row) => SubmissionRow,
  names: HiddenNames,
): SubmissionRow[] {
  const all = rows.map((one): SubmissionRow => {
    const row = shown(one)
    const mask = maskFor(names, row.owner_id, one.show === true)
    if (!mask) return row
    // The attempt that was asked about has the name.
    const { asked: _, ...nameless } = row
    return { ...withoutNames(nameless, mask), owner_id: mask.id }
  })
  return hiddenLast(all, ({ hidden }) => hidden)
}

type Files = Record<string, { id: string; filename: string }>

/** By field, another name for a file, and an address that downloads it under that name. */
export function filesWithoutNames(files: Files, key: Buffer, now: Date) {
  return Object.fromEntries(
    Object.entries(files).map(([field, { id, filename }], n) => {
      const name = `file-${n + 1}${/\.[a-z0-9]{1,10}$/i.exec(filename)?.[0].toLowerCase() ?? ''}`
      return [field, { filename: name, address: signedAddress(key, { id, filename: name }, now, { calledSo: true }) }]
    }),
  )
}
