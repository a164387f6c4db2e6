import type { AnswerGroup } from '../contract/staff/answers.ts'
import type { Grades } from '../contract/staff/gradebook.ts'
import type { Grade, SubmissionRow, Work } from '../contract/staff/grading.ts'
import type { Connection } from '../server/db/database.ts'
import { handInAll } from './deadline.ts'
import { Lines } from './lines.ts'
import { atOnce, type Figures, percentiles } from './load.ts'
import { addTerm, COLUMNS, type Term } from './term.ts'
import type { World } from './world.ts'

/*
 * The graders of the largest course at 16 connections, a call after the other, while 500 students hand in files. The
 * bench checks every answer.
 */

type Times = Pick<Figures, 'p50' | 'p95' | 'p99' | 'max'>

export interface GradingCall extends Times {
  name: string
  /**
   * A list of everyone in the course: first for one grader, whose waiting it is, and then for as many as the others.
   */
  large: boolean
  connections: number
  answers: number
}

export interface Grading {
  students: number
  columns: number
  calls: GradingCall[]
  /** Submissions of the meantime. */
  handIns: Times & { submissions: number; errors: number }
}

const CONNECTIONS = 16
const STUDENTS = 500
/** Long enough for each connection to have planned the statements of a change. */
const WARM_MS = 3_000

interface Given extends Pick<World, 'lecture' | 'handIns'> {
  origin: string
  connection: Connection
  seconds: number
}

export async function grading({ origin, connection, lecture, handIns, seconds }: Given): Promise<Grading> {
  const term = await addTerm(connection, lecture.instructor.course_id)
  const lines = new Lines(new URL(origin))
  try {
    const ask = askingAs(lines, term)
    const calls = callsOf(term)
    const isInCourse = ({ course_id }: { course_id: string }) => Number(course_id === term.course_id)
    const sheets = handIns.toSorted((a, b) => isInCourse(b) - isInCourse(a)).slice(0, STUDENTS)
    await lines.open(CONNECTIONS)
    return await atOnce(async () => {
      const runs = calls.flatMap((call) => (call.large ? [1, CONNECTIONS] : [CONNECTIONS]).map((n) => ({ call, n })))
      const whole = runs.length * (seconds + WARM_MS / 1000)
      const minute = handInAll({ origin, sheets, seconds: whole })
      const measured: GradingCall[] = []
      for (const { call, n } of runs) {
        const { name, large = false, step } = call
        const times = await driven(lecture.graders, n, (worker, by) => step(ask(by), worker), seconds)
        measured.push({ name, large, connections: n, answers: times.length, ...percentiles(times) })
        console.log(`grading, ${name} at ${n}: ${times.length} answers, p95 ${measured.at(-1)?.p95} ms`)
      }
      const { submits, faults } = await minute
      return {
        ...{ students: term.students, columns: COLUMNS, calls: measured },
        handIns: { submissions: submits.length, errors: faults.length, ...percentiles(submits) },
      }
    })
  } finally {
    lines.close()
    await term.remove()
  }
}

interface Options {
  body?: object
  revision?: number
}
/** Makes a call on the course, and returns the `data` of the answer. Throws when the server refuses it. */
type Asking = <T>(method: 'GET' | 'POST' | 'PUT', path: string, options?: Options) => Promise<T>

const askingAs =
  (lines: Lines, { course_id }: Term) =>
  (token: string): Asking =>
  async (method, path, { body, revision } = {}) => {
    const bytes = body && [Buffer.from(JSON.stringify(body))]
    const headers = {
      authorization: token,
      ...(body && { 'content-type': 'application/json' }),
      ...(revision !== undefined && { 'if-match': `"${revision}"` }),
    }
    const answer = await lines.ask({ method, path: `/api/courses/${course_id}${path}`, headers, body: bytes ?? [] })
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`)
    return (JSON.parse(answer.body.toString()) as { data: never }).data
  }

type Step = (worker: number, token: string) => Promise<number>

/** The time of each answer in ms, for so many simultaneous requests in the names of graders. */
async function driven(graders: string[], connections: number, step: Step, seconds: number): Promise<number[]> {
  const times: number[] = []
  const from = performance.now() + WARM_MS
  const until = from + seconds * 1000
  const one = async (worker: number) => {
    const token = graders[worker % graders.length] as string
    while (performance.now() < until) {
      const took = await step(worker, token)
      if (performance.now() >= from) times.push(took)
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, worker) => one(worker)))
  return times
}

interface Call {
  name: string
  large?: true
  /** The time of one call, in ms. */
  step(ask: Asking, worker: number): Promise<number>
}

async function timed<T>(work: () => Promise<T>, isRight: (answer: T) => boolean): Promise<number> {
  const began = performance.now()
  const answer = await work()
  const took = performance.now() - began
  if (!isRight(answer)) throw new Error(`Not what was asked for: ${JSON.stringify(answer).slice(0, 300)}`)
  return took
}

/** The calls of a grader, on the essay. Each worker has works of its own: two who grade one are refused. */
function callsOf({ essay: { id, part, works }, students }: Term): Call[] {
  const turns = Array.from({ length: CONNECTIONS }, () => 0)
  const revisions = new Map<string, number>()
  const next = (worker: number): string => {
    const own = Math.floor(works.length / CONNECTIONS)
    const turn = turns[worker] ?? 0
    turns[worker] = turn + 1
    return works[worker * own + (turn % own)] as string
  }
  const graded = { applied: [], override: null, override_reason: '' }
  const ofEssay = `/assignments/${id}`
  return [
    {
      name: 'open a work',
      step: (ask, worker) => {
        const work = next(worker)
        return timed(
          () => ask<Work>('GET', `/submissions/${work}`),
          (w) => w._id === work,
        )
      },
    },
    {
      name: 'keep what is typed',
      step: (ask, worker) => {
        const work = next(worker)
        const body = { fields: { comment: `The last step needs a reason. ${turns[worker]}` } }
        return timed(
          () => ask<{ _id: string }>('PUT', `/submissions/${work}/grade-draft`, { body }),
          (w) => w._id === work,
        )
      },
    },
    {
      name: 'save a grade',
      step: (ask, worker) => {
        const work = next(worker)
        const points = String((turns[worker] ?? 0) % 11)
        const body = { ...graded, parts: { textbox: points, [part]: '1' }, comment: 'Please name the units.' }
        const revision = revisions.get(work) ?? 0
        return timed(
          () => ask<Grade>('PUT', `/submissions/${work}/feedback`, { body, revision }),
          (grade) => {
            revisions.set(work, grade.revision)
            return grade.score === String(Number(points) + 1)
          },
        )
      },
    },
    {
      name: 'give one answer its points',
      step: (ask, worker) => {
        const work = next(worker)
        const body = { part, points: '0.5', works: [{ _id: work, revision: revisions.get(work) ?? 0 }] }
        return timed(
          () => ask<{ saved: { revision: number }[] }>('POST', `${ofEssay}/answers`, { body }),
          ({ saved: [one] }) => {
            if (one) revisions.set(work, one.revision)
            return one !== undefined
          },
        )
      },
    },
    {
      name: 'submissions',
      large: true,
      step: (ask) =>
        timed(
          () => ask<{ items: SubmissionRow[] }>('GET', `${ofEssay}/submissions`),
          ({ items }) => items.length === students,
        ),
    },
    {
      name: 'the answers to a question',
      large: true,
      step: (ask) =>
        timed(
          () => ask<{ works: number; items: AnswerGroup[] }>('GET', `${ofEssay}/answers?part=${part}`),
          (page) => page.works === students && page.items.length > 0,
        ),
    },
    {
      name: 'the gradebook',
      large: true,
      step: (ask) =>
        timed(
          () => ask<Grades>('GET', '/grades'),
          ({ rows, columns }) => rows.length === students && columns.length >= COLUMNS,
        ),
    },
  ]
}
