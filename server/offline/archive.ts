import { Readable } from 'node:stream'
import { pointsOf } from '../../contract/points.ts'
import { findGradedWorks, type GradedWork } from '../answers/queries.ts'
import { sumOf } from '../answers/rules.ts'
import { type CommonAssignment, onTermsOf } from '../assignments/shown.ts'
import { isLate } from '../assignments/terms.ts'
import type { Db } from '../db/database.ts'
import { questionsOf } from '../grading/gradedQuestions.ts'
import { findItems, type ItemRow } from '../grading/queries.ts'
import { partsOf } from '../grading/rules.ts'
import type { HiddenNames } from '../hiddenNames/queries.ts'
import { hiddenLast, maskFor } from '../hiddenNames/rules.ts'
import { csvOf, xlsxOf } from '../tables/write.ts'
import { NotStored, type Storage } from '../uploads/storage.ts'
import { namesIn } from './names.ts'
import type { FileOfWork, WorkRow } from './queries.ts'
import { type SheetPart, type SheetWork, sheetRows } from './sheet.ts'
import { textOf } from './text.ts'
import type { OfflineWords } from './words.ts'
import type { Entry } from './zip.ts'

/** How many works are read at once, with their answers. */
const PAGE = 50
const ANSWERS = 'answers.md'
/** The endings of files that compression does not make smaller. */
const packed = /^(image|video|audio)\/|zip|pdf|officedocument|gzip|x-7z|x-rar/

interface Parts {
  db: Db
  storage: Storage
  courseId: string
  a: CommonAssignment
  works: WorkRow[]
  names: HiddenNames
  words: OfflineWords
}

/** The entries of an archive: a folder for each work, and the sheet to fill in. Each is read in its turn. */
export function archiveEntries(of: Parts): Entry[] {
  const { storage, works, words } = of
  const folderNamed = namesIn('folder')
  folderNamed('grades.csv')
  folderNamed('grades.xlsx')
  const inOrder = hiddenLast(works, ({ owner_id, released }) => maskFor(of.names, owner_id, released))
  const placed = inOrder.map((work): Placed => {
    const who = whoOf(work, of.names, words)
    const fileNamed = namesIn('file')
    fileNamed(ANSWERS)
    const files = work.files.map((file, n) => {
      const ending = /\.[a-z0-9]{1,10}$/i.exec(file.filename)?.[0].toLowerCase() ?? ''
      return { file, name: fileNamed(who.hidden ? `file-${n + 1}${ending}` : file.filename) }
    })
    return { work, who: who.names, email: who.email, folder: folderNamed(who.names[0] ?? words.someWork), files }
  })
  const readPage = pageReader(of, placed)
  const rows: Read[] = []
  const sheet = once(async () => sheetOf(of, rows))
  const now = new Date()
  return [
    ...placed.flatMap(({ work, folder, files }, place): Entry[] => [
      {
        ...{ path: `${folder}/${ANSWERS}`, at: work.submitted_at, compress: true },
        open: async () => {
          const { text, ...read } = await readPage(place)
          rows.push(read)
          return Readable.from([text])
        },
      },
      ...files.map(({ file, name }) => ({
        ...{ path: `${folder}/${name}`, at: work.submitted_at, compress: !packed.test(file.media_type) },
        open: () => openFile(storage, file, words),
      })),
    ]),
    // Last, so that each work is read once: by then all are.
    { path: 'grades.csv', at: now, compress: true, open: async () => Readable.from([csvOf(await sheet())]) },
    { path: 'grades.xlsx', at: now, compress: false, open: async () => Readable.from([await xlsxOf(await sheet())]) },
  ]
}

interface Placed {
  work: WorkRow
  who: string[]
  email: string
  folder: string
  files: { file: FileOfWork; name: string }[]
}

/** The name of a work's folder: its people, a group's name first. */
function whoOf({ group, people, email, owner_id, released }: WorkRow, names: HiddenNames, words: OfflineWords) {
  const mask = maskFor(names, owner_id, released)
  if (mask) return { hidden: true, email: '', names: [words.hidden(mask.number, group !== '')] }
  const members = people.map(({ first, last }) => `${first} ${last}`.trim())
  return { hidden: false, email, names: group === '' ? [members.join(', ')] : [group, ...members] }
}

async function openFile(storage: Storage, { storage_key }: FileOfWork, { notStored }: OfflineWords): Promise<Readable> {
  try {
    return await storage.open(storage_key)
  } catch (error) {
    if (!(error instanceof NotStored)) throw error
    return Readable.from([`${notStored}\n`])
  }
}

/** The names of the assignment's present parts. */
function partNames(a: CommonAssignment, words: OfflineWords): Map<string, string> {
  const questions = a.questions.map(({ id }, n): [string, string] => [`item-${id}`, words.question(n + 1)])
  return new Map([['textbox', words.text], ...questions, ['file', words.files]])
}

/** What the sheet has of a work. */
interface Read {
  row: SheetWork
  parts: SheetPart[]
}

/** Reads the work at a place, with the page of works around it. */
function pageReader(
  { db, courseId, a, words }: Parts,
  placed: Placed[],
): (place: number) => Promise<Read & { text: string }> {
  const of = { courseId, assignmentId: a.id }
  const names = partNames(a, words)
  const items = once(() => findItems(db, of))
  let page = { from: -1, works: Promise.resolve(new Map<string, GradedWork>()) }
  return async (place) => {
    const from = place - (place % PAGE)
    if (page.from !== from) {
      const ids = placed.slice(from, from + PAGE).map(({ work }) => work.id)
      const read = findGradedWorks(db, a, ids)
      page = { from, works: read.then((works) => new Map(works.map((one) => [one.id, one]))) }
    }
    const one = placed[place] as Placed
    const graded = (await page.works).get(one.work.id)
    if (!graded) throw new Error('The work is not there any more.')
    return readOf(a, one, graded, await items(), { words, names })
  }
}

function readOf(
  a: CommonAssignment,
  { work, who, email, folder, files }: Placed,
  graded: GradedWork,
  items: ItemRow[],
  { words, names }: { words: OfflineWords; names: Map<string, string> },
): Read & { text: string } {
  const { parts: sums, score } = sumOf(a, graded, items)
  const parts = sums.map(({ part, most }) => ({
    ...{ part, most: pointsOf(most) },
    name: names.get(part) ?? words.earlier,
  }))
  const submitted = at(work.submitted_at, a.zone)
  const late = isLate(onTermsOf(a, graded.allowances).terms, work.submitted_at)
  const shared = { attempt: work.attempt, submitted, late }
  const mostOf = new Map(parts.map(({ part, most }) => [part, most]))
  const { response } = graded
  const textOfIt = { name: words.text, answer: response.textbox, most: mostOf.get('textbox') }
  const texts = [
    ...(a.has_text || response.textbox !== undefined ? [textOfIt] : []),
    ...questionsOf(a, graded.sheet, graded.owner_id).map((question) => {
      const part = `item-${question.id}`
      return { name: names.get(part) ?? words.earlier, question, answer: response[part], most: mostOf.get(part) }
    }),
  ]
  return {
    text: textOf({ ...shared, assignment: a.name, who, parts: texts, files: files.map(({ name }) => name) }, words),
    row: {
      ...{ ...shared, id: work.id, revision: graded.revision, name: who.join(', '), email, folder },
      ...{ points: sums, score, comment: graded.comment },
    },
    parts,
  }
}

function sheetOf(of: Parts, read: Read[]) {
  const names = partNames(of.a, of.words)
  const now = partsOf(of.a, {}).map(({ part, most }) => ({ part, most: pointsOf(most), name: names.get(part) ?? '' }))
  const parts = new Map<string, SheetPart>(now.map((one) => [one.part, one]))
  const works = read.map(({ row }) => row)
  for (const part of read.flatMap((one) => one.parts)) if (!parts.has(part.part)) parts.set(part.part, part)
  const asked = new Set(works.flatMap(({ points }) => points.map(({ part }) => part)))
  return sheetRows(
    [...parts.values()].filter(({ part }) => asked.has(part)),
    works,
    of.words,
  )
}

/** `2026-11-25 16:00` by the clock of the course. */
const at = (time: Date, zone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(time)

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
