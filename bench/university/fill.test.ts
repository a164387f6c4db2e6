import { type Kysely, sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { contract } from '../../contract/index.ts'
import { getHandIn } from '../../server/assignments/handInQueries.ts'
import { findAssignment } from '../../server/assignments/queries.ts'
import { readAnswers } from '../../server/assignments/rules.ts'
import { commonAssignment } from '../../server/assignments/shown.ts'
import type { DB } from '../../server/db/schema.ts'
import { sumsOf } from '../../server/grading/sums.ts'
import { newId } from '../../server/ids.ts'
import { digestOf } from '../../server/receipts/receipt.ts'
import { useDatabase } from '../../server/testing/database.ts'
import { temporaryFolder } from '../../server/testing/processes.ts'
import { useServer } from '../../server/testing/server.ts'
import { folderStorage } from '../../server/uploads/storage.ts'
import { fillUniversity, joinPassword } from './fill.ts'
import { tokenOf } from './people.ts'

// A small university is some thousands of rows.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 120_000 })

const DATA_DIR = await temporaryFolder()
const server = await useServer({ DATA_DIR })
const { db } = server
const options = { seed: 'small', scale: 0.002, now: server.clock.now() }
const storage = folderStorage(`${DATA_DIR}/files`)
const counts = await fillUniversity({ connection: server.connection, storage }, options)

/** A student with their number and a course of the present semester; with `busy`, one whose first topic is. */
async function aStudent({ busy = false } = {}) {
  const { rows } = await sql<{ n: number; id: string; course_id: string }>`
    select i.subject::int as n, r.person_id as id, r.course_id
    from roster r join courses c on c.id = r.course_id join identities i on i.person_id = r.person_id
    where r.role = 'student' and (c.academic_year, c.semester) = (
      select academic_year, semester from courses order by 1 desc, 2 desc limit 1)
    order by (select count(*) from posts p where p.course_id = c.id) * ${busy ? -1 : 1}, r.person_id limit 1`.execute(
    db,
  )
  const [student] = rows
  if (!student) throw new Error('There is no student.')
  return { ...student, ...server.withToken(tokenOf(options.seed, student.n)) }
}

async function none(what: string, query: ReturnType<typeof sql>): Promise<void> {
  const { rows } = await sql`select * from (${query}) q limit 3`.execute(db)
  expect(rows, what).toEqual([])
}

describe('a generated university', () => {
  test('has something in every table that it is made of', () => {
    for (const [table, rows] of Object.entries(counts)) expect(rows, table).toBeGreaterThan(0)
  })

  test('has every index and key that the product has made', async () => {
    const { db: empty } = await useDatabase()
    const made = (of: Kysely<DB>) =>
      sql`select conrelid::regclass::text as place, conname as name, pg_get_constraintdef(oid) as what
          from pg_constraint where connamespace = 'public'::regnamespace
          union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
          order by 1, 2, 3`.execute(of)
    expect((await made(db)).rows).toEqual((await made(empty)).rows)
  })

  test('is the same for the same seed, and another for another', async () => {
    const digestsOf = async (seed: string) => {
      const other = await useDatabase()
      await fillUniversity({ connection: other.connection, storage }, { ...options, seed, scale: 0.0005 })
      const tables = Object.keys(counts).map(async (table) => {
        const row = table === 'courses' ? sql`id, code, name` : sql`*`
        const { rows } = await sql<{ digest: string }>`
          select md5(string_agg(r::text, ',' order by r::text)) as digest
          from (select ${row} from ${sql.table(table)}) r`.execute(other.db)
        return [table, rows[0]?.digest]
      })
      return Object.fromEntries(await Promise.all(tables))
    }
    const [one, same, another] = [await digestsOf('a'), await digestsOf('a'), await digestsOf('b')]
    expect(same).toEqual(one)
    expect(another.submissions).not.toEqual(one.submissions)
  })

  test('keeps the rules that the schema cannot say', async () => {
    await none(
      'an attempt too many',
      sql`select s.* from submissions s join assignments a using (course_id) where a.id = s.assignment_id
          and a.attempts_allowed > 0 and s.attempt > a.attempts_allowed`,
    )
    await none(
      'attempts with a gap',
      sql`select from submissions group by course_id, assignment_id, owner_id having max(attempt) <> count(*)`,
    )
    await none(
      'later attempts that came earlier',
      sql`select from submissions a join submissions b using (course_id, assignment_id, owner_id)
          where a.attempt < b.attempt and a.submitted_at > b.submitted_at`,
    )
    await none('something of the future', sql`select from submissions where submitted_at > ${options.now}`)
    await none(
      'a submission after the due date',
      sql`select from submissions s join assignments a using (course_id) where a.id = s.assignment_id
          and s.submitted_at > a.due_at`,
    )
    await none(
      'an owner who is neither on the course as a student nor a group of the assignment',
      sql`select from submissions s join assignments a on a.course_id = s.course_id and a.id = s.assignment_id
          left join roster r on r.course_id = s.course_id and r.person_id = s.owner_id and r.role = 'student'
          left join groups g on g.course_id = s.course_id and g.id = s.owner_id and g.grouping_id = a.grouping_id
          where case when a.grouping_id is null then r.person_id else g.id end is null`,
    )
    await none(
      'a file of somebody else',
      sql`select from submission_files f join submissions s on s.course_id = f.course_id and s.id = f.submission_id
          join uploads u on u.id = f.upload_id where u.owner_id <> s.submitted_by or not u.held`,
    )
    await none(
      'a course without an instructor',
      sql`select from courses c where not exists (
      select from roster where course_id = c.id and role = 'instructor')`,
    )
    await none(
      'a reply to a reply',
      sql`select from comments c join comments p on p.course_id = c.course_id and p.id = c.parent_id
          where p.parent_id is not null or p.created_at > c.created_at`,
    )
  })

  test('has the rows that triggers would have made', async () => {
    const { rows: tables } = await sql<{ name: string }>`
      select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and c.relname not like 'kysely%' and c.relname <> 'course_marks' order by 1`.execute(db)
    const again = ['submissions', 'submission_files', 'feedback', 'entries', 'attendance', 'activity']
    const undone = new Error('Nothing of it stays.')
    const attempt = db.transaction().execute(async (trx) => {
      const digests = async () => {
        const found: Record<string, string> = {}
        for (const { name } of tables) {
          const { rows } = await sql<{ digest: string }>`
            select count(*) || ' ' || coalesce(md5(string_agg(r::text, ',' order by r::text)), '') as digest
            from ${sql.table(name)} r`.execute(trx)
          found[name] = rows[0]?.digest ?? ''
        }
        return found
      }
      const copied = await digests()
      await sql`select set_config('raintree.change', 'seed', true)`.execute(trx)
      for (const name of again)
        await sql`create temporary table ${sql.id(`same_${name}`)} on commit drop as
        select * from ${sql.table(name)}`.execute(trx)
      for (const name of ['scores', ...again.toReversed()]) await sql`delete from ${sql.table(name)}`.execute(trx)
      for (const name of again)
        await sql`insert into ${sql.table(name)} select * from ${sql.table(`same_${name}`)}`.execute(trx)
      expect(await digests()).toEqual(copied)
      throw undone
    })
    await expect(attempt).rejects.toBe(undone)
  })

  test('has grades that are the sums of their parts', async () => {
    const { rows } = await sql<{ course_id: string; assignment_id: string; ids: string[] }>`
      select s.course_id, s.assignment_id, array_agg(s.id) as ids
      from submissions s join feedback f on f.course_id = s.course_id and f.submission_id = s.id
      group by 1, 2 order by md5(s.assignment_id::text) limit 30`.execute(db)
    for (const { course_id: courseId, assignment_id: assignmentId, ids } of rows) {
      const sums = await sumsOf(db, { courseId, assignmentId }, ids)
      expect(sums.map(({ points, score }) => ({ points, score }))).toEqual(sums.map(({ was }) => was))
      expect(sums.length).toBe(ids.length)
    }
  })

  test('has told everyone of each score that was released', async () => {
    await none(
      'a score that nobody was told of, or another was told of',
      sql`select from (select * from activity where kind = 'graded') e full join graded_works w
          on (w.course_id, w.person_id, w.submission_id) = (e.course_id, e.person_id, e.subject_id)
          where w.show is distinct from (e.id is not null)`,
    )
  })

  test('has submissions that the product would have taken, with the digests that it would have made', async () => {
    const { rows } = await sql<{
      course_id: string
      assignment_id: string
      owner_id: string
      by: string
      attempt: number
      response: Record<string, string>
      digest: string
      files: Record<string, string> | null
    }>`
      select s.course_id, s.assignment_id, s.owner_id, s.submitted_by as by, s.attempt, s.response, s.digest,
        (select json_object_agg('file-' || f.slot_id, encode(u.sha256, 'hex'))
          from submission_files f join uploads u on u.id = f.upload_id
          where f.course_id = s.course_id and f.submission_id = s.id) as files
      from submissions s order by md5(s.id::text) limit 100`.execute(db)
    for (const s of rows) {
      const form = Object.entries(s.response).map(([k, v]) => [k, k.startsWith('file-') ? `/api/files/${v}` : v])
      const whose = { courseId: s.course_id, assignmentId: s.assignment_id, personId: s.by }
      const [given] = await findAssignment(db, { courseId: s.course_id, audience: 'student' }, s.assignment_id)
      if (!given) throw new Error('The assignment is not there.')
      const { owner_id } = await getHandIn(db, { ...whose, id: newId(), uploads: [] })
      const answers = readAnswers(commonAssignment(given), Object.fromEntries(form))
      expect(owner_id).toBe(s.owner_id)
      const { course_id: course, assignment_id: assignment, owner_id: owner, attempt } = s
      const work = { course, assignment, owner, attempt, answers: answers.texts, files: s.files ?? {} }
      expect(digestOf(work)).toBe(s.digest)
    }
    expect(rows.some((s) => s.files)).toBe(true)
  })

  test('answers everything that a student asks for in a day', async () => {
    const { call, course_id, id } = await aStudent()
    const params = { course_id }
    expect(await call(contract.users.me)).toMatchObject({ _id: id })
    expect((await call(contract.courses.mine)).map((c) => c.course_id)).toContain(course_id)
    expect((await call(contract.courses.upcoming)).length).toBeGreaterThan(0)
    expect((await call(contract.notifications.list)).notifications.length).toBeGreaterThan(0)
    expect((await call(contract.courses.one, { params })).course_roster).toContainEqual({ _id: id })
    expect((await call(contract.announcements.list, { params })).length).toBeGreaterThan(0)
    expect((await call(contract.schedules.mine, { params })).length).toBe(30)
    expect((await call(contract.courses.activity, { params })).length).toBeGreaterThan(0)
    expect((await call(contract.contents.list, { params })).length).toBeGreaterThan(0)
    expect((await call(contract.meetings.list, { params })).length).toBe(15)
    expect((await call(contract.gradebook.mine, { params })).length).toBe(6)
    expect((await call(contract.assignments.mine, { params })).length).toBe(15)
  })

  test('has a busy topic of 200 posts, of which some have comments and replies and some have none', async () => {
    const { call, course_id } = await aStudent({ busy: true })
    const topics = await call(contract.discussions.list, { params: { course_id } })
    const busy = topics.find((topic) => topic.posts === 200)
    const { posts } = await call(contract.discussions.one, { params: { course_id, discussion_id: busy?._id ?? '' } })
    const comments = posts.flatMap((post) => post.comments)
    expect(posts).toHaveLength(200)
    expect(comments.length).toBeGreaterThan(200)
    expect(comments.flatMap((c) => c.replies).length).toBeGreaterThan(50)
    expect(posts.some((post) => post.comments.length === 0)).toBe(true)
  })

  test('has files that open, and takes what is handed in', async () => {
    const { call, course_id } = await aStudent()
    const params = { course_id }
    const [folder] = await call(contract.contents.list, { params })
    const file = folder?.children?.find((item) => item.file_path)
    expect((await server.begin(file?.file_path ?? '')).status).toBe(200)
    const open = (await call(contract.assignments.mine, { params })).find(
      ({ due }) => due && new Date(due) > options.now,
    )
    const asgn = { course_id, asgn_id: open?._id ?? '' }
    const sheet = await call(contract.assignments.my, { params: asgn })
    const body = Object.fromEntries(sheet.assignment_questionset.map((q) => [`item-${q._id}`, '0']))
    const receipt = await call(contract.assignments.submit, {
      params: asgn,
      body: { ...body, ...(sheet.assignment_text && { textbox: 'An answer' }) },
    })
    expect(receipt.attempt).toBe((sheet.my?.attempt ?? 0) + 1)
  })

  test('can be joined with its password', async () => {
    const { call } = await aStudent()
    const { rows } = await sql<{ id: string }>`
      select id from courses where join_password_hash is not null limit 1`.execute(db)
    const course_id = rows[0]?.id ?? ''
    const body = { course_id, course_password: joinPassword }
    expect(await call(contract.courses.join, { body })).toEqual({ course_id })
  })
})
