import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { type Grade, type GradeForm, submissions } from '../../contract/staff/grading.ts'
import { addressOf } from '../testing/client.ts'
import { useDatabase } from '../testing/database.ts'
import { type Server, send, useServers } from '../testing/servers.ts'
import { enrol, makeAssignment, makeCourse, makePerson } from '../testing/world.ts'

/*
 * Eight graders save grades at once, through servers that are killed and connections that break. Each acknowledged
 * grade is there once, no grader overwrites a grade unseen, and the history explains how each grade came about.
 */

// Starting a process is slow on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

const own = await useDatabase()
const { db } = own
const { open, serve } = await useServers(own)

const WORKS = 500
const GRADERS = 8
/** How many more works nobody grades. */
const LEFT = 20
/** Two graders save every nth work, and neither has seen the other's grade. */
const SHARED = 5
/** Every nth request loses its connection before the answer comes. */
const LOST = 17

interface Saved {
  work: string
  grader: string
  /** Text that no other grade has. */
  comment: string
  /** The revision that the grader saw. */
  revision: number
}

async function fill() {
  const course = await makeCourse(db)
  const essay = await makeAssignment(db, course, { has_text: true, score: 10, score_essay: 10 })
  const ids = { course_id: course.id, assignment_id: essay.id }
  await sql`
    with made as (
      insert into people (id, first, last, email)
      select gen_random_uuid(), 'Student', n::text, 'student-' || n || '@example.org'
      from generate_series(1, ${WORKS + LEFT}) n returning id)
    insert into submissions (course_id, id, assignment_id, owner_id, attempt, submitted_at, response, digest)
    select ${ids.course_id}, gen_random_uuid(), ${ids.assignment_id}, id, 1, now(), '{"textbox": "Because."}', 'x' from made
  `.execute(db)
  const works = await db
    .selectFrom('submissions')
    .select('id')
    .where('course_id', '=', course.id)
    .orderBy('id')
    .execute()
  const graders = await Promise.all(
    Array.from({ length: GRADERS }, async () => {
      const { id } = await makePerson(db)
      await enrol(db, course, { id }, 'assistant')
      return { id, token: await open(id) }
    }),
  )
  return { course, works: works.map(({ id }) => id), graders }
}
type Grader = Awaited<ReturnType<typeof fill>>['graders'][number]

test('every acknowledged grade is there once, and the history explains each', async () => {
  const { course, works, graders } = await fill()
  const graded = works.slice(0, WORKS)
  /** The servers that graders call; one is always up. */
  const servers: Server[] = [await serve(), await serve()]
  const acknowledged: Saved[] = []
  const refused: Saved[] = []
  /** The comments of saves whose answer was lost. */
  const lost = new Set<string>()
  let asked = 0

  /** Repeats the call until a server answers, as a screen does that keeps what a person types. */
  async function save(grader: Grader, saved: Saved): Promise<void> {
    const address = addressOf(submissions.save, { course_id: course.id, submission_id: saved.work })
    const body: GradeForm = {
      ...{ parts: { textbox: String(asked % 11) }, applied: [], members: {} },
      ...{ override: null, override_reason: '', comment: saved.comment },
    }
    for (let tries = 0; ; tries++) {
      asked += 1
      const line = new AbortController()
      const headers = { 'if-match': `"${saved.revision}"` }
      const server = servers[(asked + tries) % servers.length] as Server
      const answer = send(server, grader.token, 'PUT', address, body, { headers, signal: line.signal })
      if (asked % LOST === 0) setImmediate(() => line.abort())
      const { status, error } = await answer.catch(() => ({ status: 0, error: undefined }))
      if (status === 200) return void acknowledged.push(saved)
      if (status === 409) {
        const { current } = error as { current: Grade }
        // A save whose answer was lost had been kept.
        if (current.comment === saved.comment) return void acknowledged.push(saved)
        refused.push(saved)
        // A grader who has seen the other's grade keeps their own.
        return save(grader, { ...saved, comment: `${saved.comment}, again`, revision: current.revision })
      }
      // The server was killed, its connection broke, or the database is still ending a killed server's sessions.
      expect([0, 503]).toContain(status)
      lost.add(saved.comment)
    }
  }

  /** Each goes through their share, and through their neighbour's where it is shared. */
  const grade = async (grader: Grader, n: number) => {
    for (const [i, work] of graded.entries()) {
      const isOwn = i % GRADERS === n
      const isShared = i % SHARED === 0 && (i + 1) % GRADERS === n
      if (isOwn || isShared)
        await save(grader, { work, grader: grader.id, comment: `Grader ${n} of work ${i}`, revision: 0 })
    }
  }
  const done = Promise.all(graders.map(grade))
  const reached = (part: number) =>
    expect.poll(() => acknowledged.length, { timeout: 120_000, interval: 5 }).toBeGreaterThan(WORKS * part)
  for (const part of [0.2, 0.5]) {
    await reached(part)
    await (servers.shift() as Server).kill('SIGKILL')
    servers.push(await serve())
  }
  await done

  const { rows: history } = await sql<{
    work: string
    grader: string
    kind: string
    before: { comment: string; revision: number } | null
    after: { comment: string; revision: number }
  }>`
    select r.key->>'submission_id' as work, c.actor_id as grader, c.kind, r.before, r.after
    from change_rows r join changes c on c.course_id = r.course_id and c.id = r.change_id
    where r.course_id = ${course.id} and r.table_name = 'feedback' order by r.n`.execute(db)
  const written = history.map(
    ({ work, grader, before, after }): Saved => ({
      ...{ work, grader },
      ...{ comment: after.comment, revision: before?.revision ?? 0 },
    }),
  )
  const key = ({ work, grader, comment, revision }: Saved) => JSON.stringify([work, grader, comment, revision])
  const keys = written.map(key).sort()
  expect(keys.length, 'each once').toBe(new Set(keys).size)
  expect(keys, 'made from what its grader saw').toEqual(expect.arrayContaining(acknowledged.map(key)))
  // A save whose answer was lost may be there, or another grader may have seen and replaced it.
  const known = new Set([...acknowledged.map(({ comment }) => comment), ...lost])
  expect(written.filter(({ comment }) => !known.has(comment))).toEqual([])
  expect(refused.length, 'those who did not see the other’s grade').toBeGreaterThanOrEqual(WORKS / SHARED)
  expect(history.every(({ kind }) => kind === 'graded')).toBe(true)

  const now = await db
    .selectFrom('feedback')
    .select(['submission_id', 'comment', 'revision', 'grader_id', 'show'])
    .where('course_id', '=', course.id)
    .execute()
  expect(now.map(({ submission_id }) => submission_id).sort(), 'no other work has a grade').toEqual(graded)
  for (const { submission_id, comment, revision, grader_id, show } of now) {
    const steps = history.filter(({ work }) => work === submission_id)
    expect(steps[0]?.before).toBeNull()
    for (const [n, { before }] of steps.slice(1).entries()) expect(before).toEqual(steps[n]?.after)
    const last = steps.at(-1)
    expect([last?.after.comment, last?.after.revision, last?.grader]).toEqual([comment, revision, grader_id])
    expect(show).toBe(false)
  }
  await Promise.all(servers.map((server) => server.kill('SIGTERM')))
})
