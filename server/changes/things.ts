import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { ThingNoun } from '../../contract/changes.ts'
import type { MemberGrant } from '../access/rules.ts'
import type { Db } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { publicationOf } from '../publishing/rules.ts'
import { tryChange } from './change.ts'
import { type WriteRequest, write } from './write.ts'

/* Staff write things one by one: each thing is a row of one authored table, with `deleted_at`. */

/** Columns by name. A published thing has `publish_at`. */
type Columns = Record<string, NonNullable<unknown> | null> & { publish_at?: Date | null; deleted_at?: Date }

interface Things<Shown> {
  noun: ThingNoun
  table: string
  /** Reads one thing as staff see it. Throws not_found. */
  read: (from: Db, grant: MemberGrant, id: string) => Promise<Shown>
  /** The contract's schema of the thing. */
  schema: z.ZodMiniType
}

interface WriteOptions {
  /** The thing's name in the history. */
  title: string
  /** Further writes of the change, such as uploads. It runs after the row is written. */
  andThen?: (trx: Db) => Promise<unknown>
}

type Input = WriteRequest & MemberGrant

/** Writers of the things of one table, each as one change: create, edit and remove. */
export function thingWriters<Shown>(deps: Deps, { noun, table, read, schema }: Things<Shown>) {
  const { db, now } = deps

  /** Changes a row of that revision. Throws conflict with the present thing, or not_found. */
  async function update(trx: Db, input: Input & { revision: number }, id: string, columns: Columns) {
    const { rows } = await sql`
      update ${sql.table(table)} set ${sql.join(assignments(columns))}
      where course_id = ${input.courseId} and id = ${id} and revision = ${input.revision} and deleted_at is null
      returning id`.execute(trx)
    if (rows.length > 0) return
    throw new Refusal('conflict', { current: schema.parse(await read(trx, input, id)) })
  }

  return {
    /** Makes a thing with the request's own id, so that a repeated request makes none. */
    async create<C extends Columns>(input: Input, columns: C, { title, andThen }: WriteOptions): Promise<Shown> {
      const id = input.newId()
      const about = { _id: id, title }
      await write(deps, input, { kind: `${noun}_created`, about }, async (trx) => {
        const row = { course_id: input.courseId, id, ...columns }
        await sql`
          insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
          values (${sql.join(Object.values(row))})`.execute(trx)
        await andThen?.(trx)
      })
      return read(db, input, id)
    },
    /** Changes the columns. `before`: its time of publication so far. */
    async edit<C extends Columns>(
      input: Input & { revision: number },
      id: string,
      columns: C,
      { title, andThen, before }: WriteOptions & { before?: { publish_at: Date | null } },
    ): Promise<Shown> {
      const { publish_at } = columns
      const done = before && publish_at !== undefined && publicationOf(before, { publish_at }, now())
      await write(deps, input, { kind: `${noun}_${done || 'edited'}`, about: { _id: id, title } }, async (trx) => {
        await update(trx, input, id, columns)
        await andThen?.(trx)
      })
      return read(db, input, id)
    },
    /** Returns what `look` reads after an edit, and rolls the edit back. */
    tryEdit: <C extends Columns, T>(
      input: Input & { revision: number },
      id: string,
      columns: C,
      { title, andThen }: WriteOptions,
      look: (trx: Db, changeId: string) => Promise<T>,
    ): Promise<T> =>
      tryChange(
        db,
        {
          courseId: input.courseId,
          actorId: input.viewer._id,
          kind: `${noun}_edited`,
          about: { _id: id, title },
          at: now(),
        },
        async (trx, changeId) => {
          await update(trx, input, id, columns)
          await andThen?.(trx)
          return look(trx, changeId)
        },
      ),
    async remove(input: Input & { revision: number }, id: string, { title, andThen }: WriteOptions) {
      await write(deps, input, { kind: `${noun}_deleted`, about: { _id: id, title } }, async (trx) => {
        await update(trx, input, id, { deleted_at: now() })
        await andThen?.(trx)
      })
      return { _id: id }
    },
  }
}

const assignments = (columns: object) =>
  Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
