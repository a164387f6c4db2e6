import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { useDatabase } from '../testing/database.ts'
import { makeCourse, makePerson } from '../testing/world.ts'
import { change, seed, sweepChanges } from './change.ts'
import { UndoConflict, undo } from './undo.ts'

const { db } = await useDatabase()
const course = await makeCourse(db)
const [arthit, mali] = [await makePerson(db), await makePerson(db)]
const at = new Date('2026-09-14T03:00:00Z')

/** A noun of staff with parts of its own, and a table that students write. */
beforeAll(async () => {
  await sql`
    create table things (
      course_id uuid not null references courses on delete cascade, id uuid not null,
      title text not null, place numeric(8, 2), at timestamptz, tags text[] not null default '{}', more jsonb,
      primary key (course_id, id), constraint things_title unique (course_id, title));
    create table parts (
      course_id uuid not null, id uuid not null, thing_id uuid not null, name text not null,
      primary key (course_id, id), foreign key (course_id, thing_id) references things on delete cascade);
    create table answers (
      course_id uuid not null, thing_id uuid not null, person_id uuid not null,
      primary key (course_id, thing_id, person_id), foreign key (course_id, thing_id) references things on delete cascade);
    call author_table('things'); call author_table('parts');`.execute(db)
})

type Trx = Parameters<Parameters<typeof change>[2]>[0]
const as = (actor: { id: string }) => ({ courseId: course.id, actorId: actor.id, kind: 'thing_edited', at })
const doing = (actor: { id: string }, work: (trx: Trx) => Promise<unknown>) => change(db, as(actor), work)
const undoing = (changeId: string, actor = arthit) => undo(db, { courseId: course.id, changeId, actorId: actor.id, at })

const add = (id: string, title: string) => (trx: Trx) =>
  sql`insert into things (course_id, id, title, place, at, tags, more)
    values (${course.id}, ${id}, ${title}, 1.5, ${at}, ${['a', 'b']}, '{"x": [1, null]}')`.execute(trx)
const rename = (id: string, title: string) => (trx: Trx) =>
  sql`update things set title = ${title} where course_id = ${course.id} and id = ${id}`.execute(trx)
const move = (id: string, place: number) => (trx: Trx) =>
  sql`update things set place = ${place} where course_id = ${course.id} and id = ${id}`.execute(trx)
const remove = (id: string) => (trx: Trx) =>
  sql`delete from things where course_id = ${course.id} and id = ${id}`.execute(trx)
const addPart = (id: string, thing: string) => (trx: Trx) =>
  sql`insert into parts (course_id, id, thing_id, name) values (${course.id}, ${id}, ${thing}, 'part')`.execute(trx)

/** All rows, without their revisions. */
async function state(): Promise<unknown> {
  const { rows } = await sql`
    select to_jsonb(t) - 'revision' as row from things t union all select to_jsonb(p) - 'revision' from parts p
    order by 1`.execute(db)
  return rows
}
/** The state as the history tells it. */
async function explained(): Promise<unknown> {
  const { rows } = await sql`
    select after - 'revision' as row from (
      select distinct on (table_name, key) after from change_rows order by table_name, key, n desc) as last
    where after is not null union all
    select to_jsonb(t) - 'revision' from things t where title = 'seeded' order by 1`.execute(db)
  return rows
}
const inTheWay = async (undone: Promise<unknown>) => {
  const error = await undone.catch((error: unknown) => error)
  if (!(error instanceof UndoConflict)) throw error
  return error.obstacles.map(({ reason, columns }) => [reason, ...Object.keys(columns ?? {})])
}

test('a write outside a change fails', async () => {
  const write = sql`insert into things (course_id, id, title) values (${course.id}, ${newId()}, 'stray')`
  await expect(write.execute(db)).rejects.toMatchObject({ code: 'RT001' })
})

test('what is nobody’s doing has no history', async () => {
  const id = newId()
  await seed(db, add(id, 'seeded'))
  const { rows } = await sql`select from change_rows where key->>'id' = ${id}`.execute(db)
  expect(rows).toEqual([])
})

test('a change is there with its rows, or not at all', async () => {
  const id = newId()
  const failing = doing(arthit, async (trx) => {
    await add(id, 'half')(trx)
    throw new Error('broken')
  })
  await expect(failing).rejects.toThrow('broken')
  const { rows } = await sql`select from things where id = ${id}`.execute(db)
  expect(rows).toEqual([])
  const { id: changeId } = await doing(arthit, add(id, 'whole'))
  const { rows: kept } = await sql<{ before: unknown; after: { title: string } }>`
    select before, after from change_rows where change_id = ${changeId}`.execute(db)
  expect(kept).toEqual([{ before: null, after: expect.objectContaining({ title: 'whole', revision: 1 }) }])
})

test('a row’s revision counts its changes, and a write that changes nothing is none', async () => {
  const id = newId()
  await doing(arthit, add(id, 'revised'))
  await doing(arthit, rename(id, 'revised'))
  await doing(mali, rename(id, 'revised twice'))
  const { rows } = await sql<{ revision: number }>`select revision from things where id = ${id}`.execute(db)
  expect(rows).toEqual([{ revision: 2 }])
})

test('what two changed in different columns is taken back of one without the other', async () => {
  const id = newId()
  await doing(arthit, add(id, 'two columns'))
  const renamed = await doing(arthit, rename(id, 'renamed'))
  await doing(mali, move(id, 7))
  await undoing(renamed.id)
  const { rows } = await sql`select title, place from things where id = ${id}`.execute(db)
  expect(rows).toEqual([{ title: 'two columns', place: 7 }])
})

test('what somebody changed since is in the way, and nothing is taken back', async () => {
  const id = newId()
  await doing(arthit, add(id, 'first'))
  const both = await doing(arthit, async (trx) => {
    await move(id, 3)(trx)
    await rename(id, 'second')(trx)
  })
  await doing(mali, rename(id, 'third'))
  expect(await inTheWay(undoing(both.id))).toEqual([['changed', 'title']])
  const { rows } = await sql`select title, place from things where id = ${id}`.execute(db)
  expect(rows).toEqual([{ title: 'third', place: 3 }])
})

test('what a student has made of a thing keeps it', async () => {
  const id = newId()
  const made = await doing(arthit, add(id, 'answered'))
  await sql`insert into answers values (${course.id}, ${id}, ${mali.id})`.execute(db)
  expect(await inTheWay(undoing(made.id))).toEqual([['in_use']])
})

test('what was removed with all its parts comes back with them, unless its name is taken', async () => {
  const [id, part] = [newId(), newId()]
  await doing(arthit, async (trx) => {
    await add(id, 'whole with parts')(trx)
    await addPart(part, id)(trx)
  })
  const before = await state()
  const removed = await doing(arthit, remove(id))
  const back = await undoing(removed.id)
  expect(await state()).toEqual(before)
  await undoing(back.id)
  const other = await doing(mali, add(newId(), 'whole with parts'))
  expect(await inTheWay(undoing(removed.id))).toEqual(expect.arrayContaining([['taken']]))
  await undoing(other.id)
})

test('a change that was taken back is in its own way', async () => {
  const id = newId()
  await doing(arthit, add(id, 'once'))
  const renamed = await doing(arthit, rename(id, 'twice'))
  await undoing(renamed.id)
  expect(await inTheWay(undoing(renamed.id, mali))).toEqual([['changed', 'title']])
})

test('whatever two people change and take back, taking all of it back gives the first state, row by row', async () => {
  const step = fc.tuple(
    fc.constantFrom('add', 'rename', 'move', 'remove', 'part', 'undo'),
    fc.nat(3),
    fc.nat(5),
    fc.boolean(),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const first = await state()
      const ids = [newId(), newId(), newId(), newId()]
      const name = newId()
      const done: string[] = []
      // The server keeps no change that touched nothing.
      const keep = async (id: string) => {
        const { rows } = await sql`select from change_rows where change_id = ${id} limit 1`.execute(db)
        if (rows.length > 0) done.push(id)
      }
      for (const [n, [what, which, value, isMali]] of steps.entries()) {
        const actor = isMali ? mali : arthit
        const id = ids[which] ?? ''
        const works = {
          add: add(id, `${name} ${which}`),
          rename: rename(id, `${name} ${n}`),
          move: move(id, value),
          remove: remove(id),
          part: addPart(newId(), id),
        }
        try {
          if (what !== 'undo') await keep((await doing(actor, works[what as keyof typeof works])).id)
          else if (done[value]) await keep((await undoing(done[value], actor)).id)
        } catch (error) {
          // A write that finds its row there, gone or in the way does nothing.
          const code = (error as { code?: string }).code ?? ''
          if (!(error instanceof UndoConflict) && !code.startsWith('23')) throw error
        }
      }
      expect(await explained()).toEqual(await state())
      for (const id of done.toReversed()) await undoing(id)
      expect(await state()).toEqual(first)
    }),
    { numRuns: 60 },
  )
})

test('what a change left as it was is in nobody’s way', async () => {
  const [id, other] = [newId(), newId()]
  await doing(arthit, add(id, 'there'))
  await doing(arthit, add(other, 'back'))
  const before = await state()
  const both = await doing(arthit, async (trx) => {
    await rename(other, 'and')(trx)
    await rename(other, 'back')(trx)
    await rename(id, 'forth')(trx)
  })
  await undoing(both.id)
  expect(await state()).toEqual(before)
})

test('the rows of a change are kept for 30 days, its line in the history for as long as the course', async () => {
  const { id } = await doing(arthit, add(newId(), 'swept'))
  const isKept = async () => {
    const { rows } = await sql`
      select (select count(*) from change_rows where change_id = ${id})::integer as rows,
        (select count(*) from changes where id = ${id})::integer as lines`.execute(db)
    return rows[0]
  }
  const after = (days: number) => new Date(Date.now() + days * 86_400_000)
  await sweepChanges(db, after(29))
  expect(await isKept()).toEqual({ rows: 1, lines: 1 })
  await sweepChanges(db, after(31))
  expect(await isKept()).toEqual({ rows: 0, lines: 1 })
  const before = await state()
  await expect(undoing(id), 'nobody reads that it was undone').rejects.toMatchObject({ code: 'conflict' })
  expect(await state()).toEqual(before)
})
