import type { Kysely } from 'kysely'
import type { DB } from '../../server/db/schema.ts'
import { newId } from '../../server/ids.ts'
import { createSessions } from '../../server/session/sessions.ts'
import { enrol, makeAssignment, makeCourse, makePerson } from '../../server/testing/world.ts'
import { type Answer, call } from './person.ts'

/* A course whose students write for as long as a trial wants them to, and remember what they were told was kept. */

export interface Course {
  id: string
  assignment: string
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
  const slot = newId()
  const topic = newId()
  const course_id = course.id
  await db
    .insertInto('file_slots')
    .values({ course_id, id: slot, assignment_id: assignment.id, position: 0, name: 'A file' })
    .execute()
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
  return { id: course.id, assignment: assignment.id, slot, topic, students }
}

export interface Sent {
  what: 'read' | 'post' | 'submission'
  /** Milliseconds since 1970. */
  began: number
  ended: number
  /** 0: no answer at all. */
  status: number
  /** What the server said was kept. */
  id?: string
}

export interface Load {
  sent: Sent[]
  stop(): Promise<void>
}

/**
 * Every student reads and writes, one request after the other, until told to stop. With `again`, a write that did not
 * succeed is repeated with its key until it does, as the browser does for what somebody typed.
 */
export function startLoad(origin: string, course: Course, { again }: { again: boolean }): Load {
  const sent: Sent[] = []
  let on = true
  /** When what was never kept is no longer repeated, so that a trial that fails ends. */
  let last = Number.POSITIVE_INFINITY
  const base = `${origin}/api/courses/${course.id}`

  async function send(what: Sent['what'], work: () => Promise<Answer<{ _id: string }>>): Promise<number> {
    const began = Date.now()
    const { status, data } = await work().catch(() => ({ status: 0, data: undefined }))
    sent.push({ what, began, ended: Date.now(), status, ...(what !== 'read' && status === 200 && { id: data?._id }) })
    return status
  }

  async function write(what: 'post' | 'submission', token: string): Promise<void> {
    const key = crypto.randomUUID()
    const address =
      what === 'post' ? `${base}/discussions/${course.topic}` : `${base}/assignments/${course.assignment}/submit`
    const body = what === 'post' ? { content: `Post ${key}` } : { textbox: `Answer ${key}` }
    for (;;) {
      const status = await send(what, () => call(address, { method: 'POST', token, body, key }))
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

/** What was acknowledged and is not in the database. */
export async function lostOf(db: Kysely<DB>, course: Course, sent: Sent[]): Promise<string[]> {
  const posts = await db.selectFrom('posts').select('id').where('course_id', '=', course.id).execute()
  const submissions = await db.selectFrom('submissions').select('id').where('course_id', '=', course.id).execute()
  const kept = new Set([...posts, ...submissions].map(({ id }) => id))
  return sent.flatMap(({ id }) => (id && !kept.has(id) ? [id] : []))
}
