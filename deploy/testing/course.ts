import { type Kysely, sql } from 'kysely'
import { seed } from '../../server/changes/change.ts'
import type { DB } from '../../server/db/schema.ts'
import { newId } from '../../server/ids.ts'
import { createSessions } from '../../server/session/sessions.ts'
import { enrol, makeAssignment, makeCourse, makePerson } from '../../server/testing/world.ts'
import { type Answer, call } from './person.ts'

/* A course whose students write as long as a trial wants, and remember what the server acknowledged. */

export interface Course {
  id: string
  assignment: string
  /** Another assignment, in which everyone types without handing in. */
  typedIn: string
  slot: string
  topic: string
  /** Their tokens. */
  students: string[]
}

export async function makeBusyCourse(db: Kysely<DB>, people: number): Promise<Course> {
  const now = Date.now()
  const course = await makeCourse(db, { code: '2110777', name: 'A busy course' })
  const due_at = new Date(now + 86_400_000)
  const assignment = await makeAssignment(db, course, { name: 'As often as you like', attempts_allowed: 0, due_at })
  const typedIn = await makeAssignment(db, course, { name: 'Never handed in', due_at })
  const slot = newId()
  const topic = newId()
  const course_id = course.id
  await seed(db, (trx) =>
    trx
      .insertInto('file_slots')
      .values({ course_id, id: slot, assignment_id: assignment.id, position: 0, name: 'A file' })
      .execute(),
  )
  await db.insertInto('topics').values({ course_id, id: topic, title: 'Talk' }).execute()
  const sessions = createSessions({
    db,
    now: () => new Date(),
    idleMs: 86_400_000,
    maxMs: 86_400_000,
    announceEnd: async () => {},
  })
  const students: string[] = []
  for (let i = 0; i < people; i++) {
    const person = await makePerson(db, { first: `Student${i}` })
    await enrol(db, course, person)
    students.push(await sessions.open(person.id))
  }
  return { id: course.id, assignment: assignment.id, typedIn: typedIn.id, slot, topic, students }
}

type Write = 'post' | 'submission' | 'draft'

export interface Sent {
  what: 'read' | Write
  /** Milliseconds since 1970. */
  began: number
  ended: number
  /** 0: there was no answer. */
  status: number
  /** The acknowledged id, or the text of a draft. */
  id?: string
}

export interface Load {
  sent: Sent[]
  stop(): Promise<void>
}

/**
 * Every student reads and writes, one request after the other, until `stop`. With `again`, a failed write is repeated
 * with its key until it succeeds, like the browser does with typed text.
 */
export function startLoad(origin: string, course: Course, { again }: { again: boolean }): Load {
  const sent: Sent[] = []
  let on = true
  /** After this time failed writes are no longer repeated, so that a failing trial ends. */
  let last = Number.POSITIVE_INFINITY
  const base = `${origin}/api/courses/${course.id}`

  async function send(what: Sent['what'], work: () => Promise<Answer>, text?: string): Promise<number> {
    const began = Date.now()
    const { status, data } = await work().catch(() => ({ status: 0, data: undefined }))
    const id = text ?? (data as { _id?: string } | undefined)?._id
    sent.push({ what, began, ended: Date.now(), status, ...(what !== 'read' && status === 200 && { id }) })
    return status
  }

  /** `text` differs each time. */
  function requestOf(what: Write, text: string): { address: string; method: string; body: unknown } {
    if (what === 'post')
      return { address: `${base}/discussions/${course.topic}`, method: 'POST', body: { content: text } }
    const sheet = `${base}/assignments/${what === 'draft' ? course.typedIn : course.assignment}`
    if (what === 'submission') return { address: `${sheet}/submit`, method: 'POST', body: { textbox: text } }
    return {
      address: `${sheet}/draft`,
      method: 'PUT',
      body: { saves: [{ id: crypto.randomUUID(), fields: { textbox: { value: text, at: Date.now() } } }] },
    }
  }

  async function write(what: Write, token: string): Promise<void> {
    const text = textOf(course.students.indexOf(token))
    const { address, ...request } = requestOf(what, text)
    const key = crypto.randomUUID()
    for (;;) {
      const work = () => call(address, { ...request, token, key })
      const status = await send(what, work, what === 'draft' ? text : undefined)
      if (status === 200 || !again || Date.now() > last) return
      await new Promise((wait) => setTimeout(wait, 100))
    }
  }

  async function study(token: string): Promise<void> {
    for (let i = 0; on; i++) {
      await send('read', () => call(`${base}/assignments/my`, { token }))
      await send('read', () => call(`${base}/roster`, { token }))
      // People may post once a second, not oftener.
      await write(i % 20 === 0 ? 'post' : 'submission', token)
      await write('draft', token)
    }
  }

  const all = Promise.all(course.students.map(study))
  return {
    sent,
    async stop() {
      on = false
      last = Date.now() + 20_000
      await all
    },
  }
}

/** Of the student of that place, later than all before. */
const textOf = (student: number) => `${student} ${Date.now()}`
const parsed = (text: string) => text.split(' ').map(Number) as [student: number, at: number]

/** Acknowledged writes that the database lacks; for a draft, also without a later one of the person. */
export async function lostOf(db: Kysely<DB>, course: Course, sent: Sent[]): Promise<string[]> {
  const ofCourse = (table: 'posts' | 'submissions') =>
    db.selectFrom(table).select('id').where('course_id', '=', course.id).execute()
  const kept = new Set([...(await ofCourse('posts')), ...(await ofCourse('submissions'))].map(({ id }) => id))
  const { rows: drafts } = await sql<{ text: string }>`
    select fields->'textbox'->>'value' as text from drafts
    where course_id = ${course.id} and assignment_id = ${course.typedIn}`.execute(db)
  const typed = new Map(drafts.map(({ text }) => parsed(text)))
  const isKept = ({ what, id = '' }: Sent) => {
    if (what !== 'draft') return kept.has(id)
    const [student, at] = parsed(id)
    return (typed.get(student) ?? 0) >= at
  }
  return sent.flatMap((one) => (one.id && !isKept(one) ? [one.id] : []))
}
