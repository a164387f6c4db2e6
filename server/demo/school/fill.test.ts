import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { semesterOf } from '../../../contract/semester.ts'
import { withPersonalSubject, withSharedSubject } from '../../activity/subjects.ts'
import { createCache } from '../../cache.ts'
import { seed } from '../../changes/change.ts'
import { verifyPassword } from '../../courses/passwords.ts'
import { findNotifications } from '../../notifications/queries.ts'
import { publishDue } from '../../publishing/scheduler.ts'
import { start } from '../../testing/clock.ts'
import { useDatabase } from '../../testing/database.ts'
import { enrol, makeCourse } from '../../testing/world.ts'
import { folderStorage } from '../../uploads/storage.ts'
import { clearDemoSchool, fillDemoSchool } from './fill.ts'
import { demoId } from './ids.ts'

const { db } = await useDatabase()
const dir = await mkdtemp(join(tmpdir(), 'raintree-school-'))
afterAll(() => rm(dir, { recursive: true }))
const storage = folderStorage(dir)
const now = start

async function fill(at = now): Promise<void> {
  await fillDemoSchool(db, { now: at, storage })
  // By the database's clock that day may lie ahead.
  await publishDue(db, () => sql<Date>`${at}::timestamptz`)
}
const clear = () => clearDemoSchool(db, storage)

const tables = (
  await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'kysely%' order by 1`.execute(db)
).rows.map((row) => row.name)

/** Every row of every table, but for the hashes of passwords, which have a random salt. */
async function everything(): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {}
  for (const table of tables) {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) - 'password_hash' - 'join_password_hash' as row from ${sql.table(table)} t
      order by 1`.execute(db)
    if (rows.length > 0) all[table] = rows.map(({ row }) => row)
  }
  return all
}

const person = (name: string) => demoId('person', name)
const course = (code: string) => demoId('course', code)
async function unreadOf(name: string, at: Date): Promise<number> {
  const { all, isUnread } = await findNotifications({ db, cache: createCache() }, person(name), at)
  return all.filter(isUnread).length
}
const storedFiles = async () => (await readdir(dir, { recursive: true, withFileTypes: true })).filter((e) => e.isFile())

const counted = async (query: ReturnType<typeof sql>) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${query}) q`.execute(db)
  return rows[0]?.n
}

beforeEach(() => fill())

test('filling again changes nothing, later neither', async () => {
  const before = await everything()
  await fill()
  await fill(new Date(now.getTime() + 40 * 86_400_000))
  expect(await everything()).toEqual(before)
})

test('two servers that start at once fill it once', async () => {
  await clear()
  await Promise.all([fill(), fill(), fill()])
  expect(await counted(sql`select from people`)).toBe(60)
})

test('after a reset everything has the ids that it had', async () => {
  const before = await everything()
  await clear()
  await fill()
  expect(await everything()).toEqual(before)
})

test('clearing removes everything, and the files', async () => {
  expect(await storedFiles()).not.toEqual([])
  await clear()
  expect(await everything()).toEqual({})
  expect(await storedFiles()).toEqual([])
})

test('clearing removes what demo people made, and nothing of others', async () => {
  const other = demoId('test', 'other person')
  const theirs = demoId('test', 'other course')
  await db
    .insertInto('people')
    .values({ id: other, first: 'Real', last: 'Person', email: 'real@example.org' })
    .execute()
  const names = { code: '1', name: 'Real', name_short: 'Real' }
  await makeCourse(db, { id: theirs, ...names })
  for (const id of [other, person('nat')]) await enrol(db, { id: theirs }, { id })
  await storage.put('aa-upload', Buffer.from('hello'))
  const upload = { id: demoId('test', 'upload'), owner_id: person('ploy'), filename: 'a.txt', media_type: 'text/plain' }
  await db
    .insertInto('uploads')
    .values({ ...upload, bytes: 5, sha256: Buffer.alloc(32), storage_key: 'aa-upload' })
    .execute()
  await clear()
  const left = await everything()
  expect(Object.keys(left).sort()).toEqual(['course_versions', 'courses', 'people', 'roster'])
  expect(left.roster).toHaveLength(1)
  expect(await storedFiles()).toEqual([])
  await seed(db, (trx) => trx.deleteFrom('courses').execute())
  await db.deleteFrom('people').execute()
})

test('there are sixty people and thirteen courses in four semesters', async () => {
  expect(await counted(sql`select from people`)).toBe(60)
  expect(await counted(sql`select from courses`)).toBe(13)
  expect(await counted(sql`select distinct academic_year, semester from courses`)).toBe(4)
  expect(await counted(sql`select from courses where mooc`)).toBeGreaterThan(0)
  const { rows } = await sql<{ n: number }>`
    select count(person_id) filter (where role = 'instructor')::int as n from courses c
    left join roster r on r.course_id = c.id group by c.id`.execute(db)
  expect(new Set(rows.map((row) => row.n))).toEqual(new Set([0, 1, 2, 4]))
})

describe('the fixed points', () => {
  const rolesOf = (name: string) =>
    db
      .selectFrom('roster')
      .innerJoin('courses', 'courses.id', 'roster.course_id')
      .where('person_id', '=', person(name))
      .select(['code', 'role', 'academic_year', 'semester'])
      .execute()

  test('each signs in at the demo provider by the name in the address', async () => {
    for (const name of ['ploy', 'nat', 'arthit', 'mali', 'admin']) {
      const { email, issuer, admin } = await db
        .selectFrom('identities')
        .innerJoin('people', 'people.id', 'person_id')
        .where('subject', '=', name)
        .select(['email', 'issuer', 'admin'])
        .executeTakeFirstOrThrow()
      expect({ email, issuer, admin }).toEqual({
        email: `${name}@demo.raintree.test`,
        issuer: 'demo',
        admin: name === 'admin',
      })
    }
  })

  test('ploy is a student of six courses this semester and of earlier ones', async () => {
    const { year, semester } = semesterOf(now)
    const all = await rolesOf('ploy')
    const present = all.filter((c) => c.academic_year === year && c.semester === semester)
    expect(present).toHaveLength(6)
    expect(all.length).toBeGreaterThan(6)
    expect(all.every((c) => c.role === 'student')).toBe(true)
    expect(all.map((c) => c.code)).not.toContain('2110999')
  })

  test('ploy has read some notifications and not others', async () => {
    const unread = await unreadOf('ploy', now)
    expect(unread).toBeGreaterThan(3)
    await db
      .updateTable('notification_marks')
      .set({ read_at: new Date(0) })
      .execute()
    expect(await unreadOf('ploy', now)).toBeGreaterThan(unread + 5)
    await clear()
  })

  test('nat is a student of one course, arthit teaches several, mali assists', async () => {
    expect(await rolesOf('nat')).toMatchObject([{ code: '2110101', role: 'student' }])
    const taught = await rolesOf('arthit')
    expect(taught.length).toBeGreaterThan(2)
    expect(taught.every((c) => c.role === 'instructor')).toBe(true)
    expect((await rolesOf('mali')).every((c) => c.role === 'assistant')).toBe(true)
  })

  test('2110000 has ploy, its versions, and nothing else', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'course_id'`.execute(db)
    for (const { name } of rows) {
      const n = await counted(sql`select from ${sql.table(name)} where course_id = ${course('2110000')}`)
      expect([name, n]).toEqual([name, ['roster', 'course_versions'].includes(name) ? 1 : 0])
    }
  })

  test('2110999 opens with its password, and an invitation makes an instructor of it', async () => {
    const { join_password_hash } = await db
      .selectFrom('courses')
      .where('id', '=', course('2110999'))
      .select('join_password_hash')
      .executeTakeFirstOrThrow()
    expect(await verifyPassword('raintree', join_password_hash ?? '')).toBe(true)
    const invitation = await db.selectFrom('instructor_invitations').selectAll().executeTakeFirstOrThrow()
    expect(invitation).toMatchObject({ code: 'RAIN-TREE-2110', course_id: course('2110999'), uses_left: 1000 })
    expect(await verifyPassword('demo-instructor', invitation.password_hash)).toBe(true)
  })
})

describe('in 2110101', () => {
  const id = course('2110101')

  test('ploy has handed in, or not, in every way', async () => {
    const { rows } = await sql<{ state: string }>`
      select distinct case
          when f.show and f.score is null then 'not scored'
          when f.show and f.comment = '' then 'no comment'
          when f.show then (case when ratio < 0.5 then 'red' when ratio < 0.6 then 'orange' when ratio < 0.7 then 'yellow'
            when ratio < 0.8 then 'lime' else 'green' end)
          when f.submission_id is not null then 'hidden'
          when s.id is not null then 'submitted'
          when a.due_at is null then 'no due date'
          when a.due_at < ${now} then 'overdue'
          when a.due_at < ${now}::timestamptz + interval '24 hours' then 'soon'
          else 'open' end as state
      from assignments a
      left join group_members g on (g.course_id, g.grouping_id, g.person_id) = (a.course_id, a.grouping_id, ${person('ploy')})
      left join lateral (select * from submissions s where s.course_id = a.course_id and s.assignment_id = a.id
        and s.owner_id = coalesce(g.group_id, ${person('ploy')}::uuid) order by attempt desc limit 1) s on true
      left join lateral (select f.*, f.score / nullif(a.score, 0) as ratio from feedback f
        where (f.course_id, f.submission_id) = (a.course_id, s.id)) f on true
      where a.course_id = ${id}`.execute(db)
    expect(rows.map((row) => row.state).sort()).toEqual(
      [
        ...['red', 'orange', 'yellow', 'lime', 'green', 'not scored', 'no comment', 'hidden', 'submitted'],
        ...['overdue', 'soon', 'open', 'no due date'],
      ].sort(),
    )
  })

  test('the list of contents is long, nested, and has an empty folder', async () => {
    expect(await counted(sql`select from contents where course_id = ${id} and parent_id is null`)).toBeGreaterThan(12)
    expect(
      await counted(sql`select from contents c where course_id = ${id} and upload_id is null
        and not exists (select from contents where parent_id = c.id)`),
    ).toBeGreaterThan(0)
    expect(
      await counted(sql`select from contents a join contents b on b.parent_id = a.id join contents c on c.parent_id = b.id
        join contents d on d.parent_id = c.id where a.course_id = ${id}`),
    ).toBeGreaterThan(0)
  })

  test('ploy was present, late, absent, and once not noted', async () => {
    const { rows } = await sql<{ code: number | null }>`
      select distinct t.code from schedules s left join attendance t on (t.course_id, t.schedule_id) = (s.course_id, s.id)
        and t.person_id = ${person('ploy')} where s.course_id = ${id} and s.end_at < ${now}`.execute(db)
    expect(rows.map((row) => row.code).sort()).toEqual([1, 2, 3, null])
  })

  test('meetings are ahead and past, with a recording shown, hidden or none', async () => {
    const { rows } = await sql<{ state: string }>`
      select distinct case when start_at > ${now} then 'ahead' when recording_show then 'shown'
        when recording_video is not null or recording_video_upload is not null then 'hidden' else 'none' end as state
      from meetings where course_id = ${id}`.execute(db)
    expect(rows.map((row) => row.state).sort()).toEqual(['ahead', 'hidden', 'none', 'shown'])
  })

  test('ploy is in a group of one grouping and of the other not', async () => {
    expect(await counted(sql`select from groupings where course_id = ${id}`)).toBe(2)
    expect(
      await counted(sql`select from group_members where course_id = ${id} and person_id = ${person('ploy')}`),
    ).toBe(1)
  })
})

test('every stored file is what its upload says', async () => {
  const uploads = await db.selectFrom('uploads').selectAll().execute()
  expect(uploads).toHaveLength((await storedFiles()).length)
  for (const upload of uploads) {
    const bytes = await buffer(await storage.open(upload.storage_key))
    expect(bytes.length).toBe(upload.bytes)
    expect(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))).toEqual(
      new Uint8Array(upload.sha256),
    )
  }
})

// The first and the last day of each semester, a leap day, and midnight in Bangkok.
test.each([
  '2026-09-01T00:30:00Z',
  '2026-12-31T20:00:00Z',
  '2027-01-01T12:00:00Z',
  '2028-02-29T17:00:00Z',
  '2027-06-30T12:00:00Z',
  '2027-07-01T12:00:00Z',
  '2027-08-31T12:00:00Z',
])('on %s the school makes sense', async (day) => {
  const today = new Date(day)
  await clear()
  await fill(today)
  const none = async (what: string, query: ReturnType<typeof sql>) =>
    expect([what, await counted(query)]).toEqual([what, 0])
  await none(
    'activity of nothing',
    sql`select from activity a where case when a.person_id is null
      then not exists (select from (select) one ${withSharedSubject})
      else not exists (select from (select) one ${withPersonalSubject}) end`,
  )
  await none('activity ahead', sql`select from activity where created_at > ${today}`)
  await none('announcements ahead', sql`select from announcements where created_at > ${today}`)
  await none('files ahead', sql`select from contents where uploaded_at > ${today} or updated_at > ${today}`)
  await none('submissions ahead', sql`select from submissions where submitted_at > ${today}`)
  await none('feedback ahead', sql`select from feedback where updated_at > ${today}`)
  await none('posts ahead', sql`select from posts where created_at > ${today}`)
  await none('comments ahead', sql`select from comments where created_at > ${today}`)
  await none('memberships ahead', sql`select from roster where joined_at > ${today}`)
  await none(
    'attendance ahead',
    sql`select from attendance t join schedules s on s.id = t.schedule_id where end_at > ${today}`,
  )
  await none(
    'early feedback',
    sql`select from feedback f join submissions s on s.id = submission_id where updated_at < submitted_at`,
  )
  await none(
    'early submissions',
    sql`select from submissions s join assignments a on a.id = assignment_id where submitted_at < a.created_at`,
  )
  await none('early posts', sql`select from posts p join topics t on t.id = topic_id where p.created_at < t.created_at`)
  await none(
    'early comments',
    sql`select from comments c join posts p on p.id = post_id where c.created_at < p.created_at`,
  )
  await none(
    'early replies',
    sql`select from comments c join comments p on p.id = c.parent_id where c.created_at < p.created_at`,
  )
  await none(
    'strangers',
    sql`
    select from submissions s join assignments a on a.id = assignment_id where not exists (
      select from roster r where r.course_id = s.course_id and a.grouping_id is null and r.person_id = owner_id and role = 'student'
      union all select from groups g where g.course_id = s.course_id and g.grouping_id = a.grouping_id and g.id = owner_id)`,
  )
  const { year, semester } = semesterOf(today)
  await none(
    'old news',
    sql`
    select from activity a join courses c on c.id = course_id where (academic_year, semester) <> (${year}, ${semester})
      and a.created_at > ${today}::timestamptz - interval '14 days'`,
  )
  expect(await unreadOf('ploy', today)).toBeGreaterThan(3)
  await clear()
})
