import pg from 'pg'
import type { Reply } from '../contract/endpoint.ts'
import { notifications } from '../contract/notifications.ts'
import type { Connection } from '../server/db/database.ts'
import { newId } from '../server/ids.ts'
import { type Seen, watchAudience } from './audience.ts'
import { atOnce, type Figures, percentiles } from './load.ts'
import type { World } from './world.ts'

/*
 * The grades of everyone on the largest course are released in one press, while each of them has a page open with the
 * number of notifications.
 */

type Times = Pick<Figures, 'p50' | 'p95' | 'p99' | 'max'>

export interface Release extends Pick<Seen, 'readers' | 'texts' | 'shown' | 'missed'> {
  /** In ms, from the press to its answer. */
  answered: Times
  /** The same for taking the release back. */
  takenBack: Times
}

interface Given {
  origin: string
  connection: Connection
  lecture: World['lecture']
}

const [WARM, MEASURED] = [1, 3]
/** More rows than a run makes. */
const EVERY_MS = 10_000

export async function releaseOfAll({ origin, connection, lecture }: Given): Promise<Release> {
  const { readers, instructor } = lecture
  const course = instructor.course_id
  const client = new pg.Client({ ...connection, application_name: 'raintree bench' })
  await client.connect()
  const ids = Array.from({ length: WARM + MEASURED }, newId)
  const putBack = await readAll(client, readers)
  try {
    // A write of authored rows is a change, unless it is seeded.
    await client.query(`select set_config('raintree.change', 'seed', false)`)
    for (const id of ids) await grade(client, course, id)
    const [answered, takenBack]: [number[], number[]] = [[], []]
    const left = [...ids]
    const released: string[] = []
    const seen = await atOnce(() =>
      watchAudience<Reply<typeof notifications.unread>>({
        ...{ origin, readers, warm: WARM, measured: MEASURED, everyMs: EVERY_MS },
        paths: [notifications.unread.path],
        hears: ({ event, data }) => event === 'changed' && data.includes(course),
        textsIn: ({ unread_notifications }) => released.slice(0, unread_notifications),
        async write(send, text) {
          const id = left.shift() as string
          released.push(text)
          const began = performance.now()
          const path = `/api/courses/${course}/assignments/${id}/release`
          await send('POST', path, instructor.token, { people: 'all', shown: true })
          answered.push(performance.now() - began)
        },
      }),
    )
    for (const id of ids) takenBack.push(await takeBack(origin, course, id, instructor.token))
    const { texts, shown, missed } = seen
    return {
      ...{ readers: readers.length, texts, shown, missed },
      ...{ answered: percentiles(answered.slice(WARM)), takenBack: percentiles(takenBack) },
    }
  } finally {
    await putBack()
    await client.query('delete from gradables where course_id = $1 and assignment_id = any($2)', [course, ids])
    await client.query('delete from assignments where course_id = $1 and id = any($2)', [course, ids])
    await client.end()
  }
}

/** Marks everything as read, so that the bell shows the number of released grades. Returns how to undo that. */
async function readAll(client: pg.Client, readers: World['lecture']['readers']): Promise<() => Promise<void>> {
  const people = readers.map(({ person_id }) => person_id)
  const of = 'from notification_marks where person_id = any($1)'
  const { rows } = await client.query<{ person_id: string; read_at: Date }>(`select * ${of}`, [people])
  const mark = (ids: string[], times: Date[]) =>
    client.query('insert into notification_marks select * from unnest($1::uuid[], $2::timestamptz[])', [ids, times])
  const now = new Date()
  await client.query(`delete ${of}`, [people])
  await mark(
    people,
    people.map(() => now),
  )
  return async () => {
    await client.query(`delete ${of}`, [people])
    await mark(
      rows.map((row) => row.person_id),
      rows.map((row) => row.read_at),
    )
  }
}

/** An assignment that everyone has handed in, with a column of the gradebook and unreleased grades. */
async function grade(client: pg.Client, course: string, id: string): Promise<void> {
  await client.query(
    `insert into assignments (course_id, id, name, has_text, score, score_essay, publish_at)
     values ($1, $2, 'Essay', true, 10, 10, now() - interval '1 day')`,
    [course, id],
  )
  await client.query(
    `insert into submissions (course_id, id, assignment_id, owner_id, attempt, submitted_at, response, digest)
     select r.course_id, gen_random_uuid(), $2, r.person_id, 1, now(), '{"textbox": "Because."}', 'x'
     from roster r where r.course_id = $1 and r.role = 'student'`,
    [course, id],
  )
  await client.query(
    `insert into gradables (course_id, id, name, score, assignment_id) values ($1, gen_random_uuid(), 'Essay', 10, $2)`,
    [course, id],
  )
  await client.query(
    `insert into feedback (course_id, submission_id, score, points, comment, show)
     select course_id, id, 7, 7, 'Well done', false from submissions where course_id = $1 and assignment_id = $2`,
    [course, id],
  )
}

async function takeBack(origin: string, course: string, id: string, token: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${origin}/api/courses/${course}/assignments/${id}/release`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ people: 'all', shown: false }),
  })
  if (!answer.ok) throw new Error(`Taking back: ${answer.status} ${await answer.text()}`)
  return performance.now() - began
}
