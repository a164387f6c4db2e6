import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from '../server/db/database.ts'
import type { Storage } from '../server/uploads/storage.ts'
import { answersOf } from './day.ts'
import { Lines } from './lines.ts'
import { atOnce, type Figures, percentiles } from './load.ts'
import { Dice } from './university/dice.ts'
import type { WithSheet } from './world.ts'

/*
 * The last minute before a deadline: people upload a file and submit it, each at a moment of their own, whether or not
 * the server has answered the others. Afterwards the bench looks for every submission. It is measured like the calls of
 * the day: on a server that has done the same for some seconds, and by a tool with a higher priority than the others.
 */

type Times = Pick<Figures, 'p50' | 'p95' | 'p99' | 'max'>

export interface Deadline {
  submissions: number
  seconds: number
  /** The bytes of all files, in MB. */
  megabytes: number
  /** From a person's press to the answer, in ms. */
  upload: Times
  submit: Times
  errors: number
  /** Submissions that the server acknowledged, and that lack a row, their file, or its bytes in the storage. */
  lost: number
}

interface Given {
  origin: string
  connection: Connection
  storage: Storage
  sheets: WithSheet[]
  seconds: number
}

/** A part of the people hand in once beforehand: their times do not count, their losses do. */
const WARM = { people: 600, seconds: 6 }

export async function deadlineMinute({ origin, connection, storage, sheets, seconds }: Given): Promise<Deadline> {
  const { kept, took, bytes, uploads, submits, faults } = await atOnce(async () => {
    const warm = await handInAll({ origin, sheets: sheets.slice(0, WARM.people), seconds: WARM.seconds })
    const minute = await handInAll({ origin, sheets, seconds })
    return { ...minute, kept: [...warm.kept, ...minute.kept], faults: [...warm.faults, ...minute.faults] }
  })
  if (faults.length > 0) console.error(`Deadline: ${faults.slice(0, 3).join('\n')}`)
  return {
    submissions: submits.length,
    seconds: Math.round(took * 10) / 10,
    megabytes: Math.round(bytes / 1e6),
    upload: percentiles(uploads),
    submit: percentiles(submits),
    errors: faults.length,
    lost: await countLost(connection, storage, kept),
  }
}

/** Everyone uploads and hands in once, each at a moment of their own within so many seconds. */
export async function handInAll({ origin, sheets, seconds }: Pick<Given, 'origin' | 'sheets' | 'seconds'>) {
  const dice = new Dice('deadline')
  const lines = new Lines(new URL(origin))
  const moments = sheets.map(() => dice.roll() * seconds * 1000).sort((a, b) => a - b)
  const [uploads, submits]: [number[], number[]] = [[], []]
  const kept: Kept[] = []
  const faults: string[] = []
  let bytes = 0
  const began = performance.now()
  const one = async (sheet: WithSheet, moment: number) => {
    await pause(Math.max(0, began + moment - performance.now()))
    // Late timers of this process count as waiting, as they would for a person.
    const pressed = began + moment
    const size = dice.between(10_000, 60_000)
    const file = fileOf(size, kept.length)
    bytes += size
    try {
      const { location } = await post<{ location: string }>(lines, '/api/upload', sheet.token, formOf(file))
      const uploaded = performance.now()
      uploads.push(uploaded - pressed)
      const { params, body } = answersOf(sheet)
      const path = `/api/courses/${params?.course_id}/assignments/${params?.asgn_id}/submit`
      const answers = { ...body, [`file-${sheet.slots[0]}`]: location }
      const receipt = await post<{ _id: string }>(lines, path, sheet.token, {
        type: 'application/json',
        bytes: [Buffer.from(JSON.stringify(answers))],
      })
      submits.push(performance.now() - uploaded)
      const upload = location.split('/').at(-1) ?? ''
      kept.push({ course: sheet.course_id, submission: receipt._id, upload, bytes: size })
    } catch (error) {
      faults.push((error as Error).message)
    }
  }
  await Promise.all(sheets.map((sheet, n) => one(sheet, moments[n] ?? 0)))
  const took = (performance.now() - began) / 1000
  lines.close()
  return { kept, took, bytes, uploads, submits, faults }
}

interface Kept {
  course: string
  submission: string
  upload: string
  bytes: number
}

const text = Buffer.alloc(60_000, 'The curve is steeper than the model says. ')

/** A text file of so many bytes, different from the others. */
const fileOf = (bytes: number, n: number): Buffer[] => {
  const title = Buffer.from(`Report ${n}\n`)
  return [title, text.subarray(0, bytes - title.length)]
}

const boundary = 'raintree-bench-boundary'

interface Content {
  type: string
  bytes: Buffer[]
}

const head = Buffer.from(
  `--${boundary}\r\ncontent-disposition: form-data; name="attachment"; filename="report.txt"\r\ncontent-type: text/plain\r\n\r\n`,
)
const foot = Buffer.from(`\r\n--${boundary}--\r\n`)

const formOf = (file: Buffer[]): Content => ({
  type: `multipart/form-data; boundary=${boundary}`,
  bytes: [head, ...file, foot],
})

async function post<T>(lines: Lines, path: string, token: string, { type, bytes }: Content): Promise<T> {
  const headers = { authorization: token, 'content-type': type }
  const { status, body } = await lines.ask({ method: 'POST', path, headers, body: bytes })
  if (status !== 200) throw new Error(`${path}: ${status} ${body}`)
  return (JSON.parse(body.toString()) as { data: T }).data
}

/** In bytes, once the whole answer has been read. */
const lengthOf = async (storage: Storage, key: string) => (await buffer(await storage.open(key))).length

async function countLost(connection: Connection, storage: Storage, kept: Kept[]): Promise<number> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ submission: string; storage_key: string }>(
      `select k.submission, u.storage_key
       from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as k (course, submission, upload)
       join submissions s on s.course_id = k.course and s.id = k.submission
       join submission_files f on f.course_id = s.course_id and f.submission_id = s.id and f.upload_id = k.upload
       join uploads u on u.id = f.upload_id and u.held`,
      [kept.map((k) => k.course), kept.map((k) => k.submission), kept.map((k) => k.upload)],
    )
    const keys = new Map(rows.map((row) => [row.submission, row.storage_key]))
    let lost = 0
    for (const { submission, bytes } of kept) {
      const key = keys.get(submission)
      if (!key || (await lengthOf(storage, key).catch(() => -1)) !== bytes) lost++
    }
    return lost
  } finally {
    await client.end()
  }
}
