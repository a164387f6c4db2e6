import { type Kysely, sql } from 'kysely'
import { seed } from '../changes/change.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { newId } from '../ids.ts'

/*
 * Copies rows so that nobody may see the copy, and plants a secret in each text, score and file name of it. Tables,
 * columns and keys come from the database's catalogue, so that new ones are included. Whole numbers and booleans have
 * too few values to search for.
 */

type Row = Record<string, unknown>

interface Key {
  child: string
  parent: string
  columns: string[]
  refers: string[]
}

/** Columns with words from a fixed set, which the product reads. */
const fixed =
  /^(kind|section|type|role|part|table_name|subject_table|applied|digest|storage_key|media_type|change_rows\.key|assistants_may|counts|credit)$/

/** Columns that triggers write. */
const kept = ['submission_people', 'publications', 'sheet_versions', 'graded_works', 'attendance_scores']

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** The secrets, as they appear in an answer. */
const SECRET = /zq\w{4}x|743\d{3}\.91|2743-01-01T\d\d:\d\d:\d\d/g

interface Garden {
  /** The place of each secret, by its words. */
  secrets: Map<string, string>
  /** Every text and score of a course, as `table.column`. */
  columns: string[]
  /** The ids of files that only the copies use. */
  files: string[]
  /** The places of the secrets in a text. */
  secretsIn(text: string): string[]
  /** The tables in which the course had rows at first. */
  filled: string[]
  /** The tables with this column. */
  tablesWith(column: string): string[]
  /** The ids of the rows of a course. */
  idsOf(table: string): Promise<string[]>
  /** Copies each original row of a table with its parts, with `set` and with secrets. */
  copy(table: string, set?: Row): Promise<void>
  /** Puts a secret into each text and score of the existing rows of a table, except in columns that need none. */
  cover(table: string, but: string[]): Promise<void>
  /** Does the same to the rows that `make` adds, in whatever table. Returns what `make` does. */
  coverMade<T>(make: () => Promise<T>, but: Record<string, string[]>): Promise<T>
  /** A new secret for a place: a text, a score, or a time. */
  secretFor(where: string): string
  scoreFor(where: string): number
  timeFor(where: string): Date
}

export async function openGarden(db: Kysely<DB>, courseId: string): Promise<Garden> {
  const secrets = new Map<string, string>()
  const texts = await sql<{ table: string; columns: string[] }>`
    select table_name as table, array_agg(column_name::text order by column_name) as columns
    from information_schema.columns c
    where table_schema = 'public' and (data_type in ('text', 'jsonb') or udt_name = '_text')
      and (table_name = 'courses' or exists (select from information_schema.columns o
        where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'course_id'))
    group by table_name order by table_name`.execute(db)
  const textOf = new Map(
    texts.rows.map(({ table, columns }) => [
      table,
      columns.filter((c) => !fixed.test(c) && !fixed.test(`${table}.${c}`)),
    ]),
  )
  const numbers = await sql<{ table: string; columns: string[] }>`
    select table_name as table, array_agg(column_name::text order by column_name) as columns
    from information_schema.columns where table_schema = 'public' and data_type = 'numeric'
    group by table_name order by table_name`.execute(db)
  const scoresOf = new Map(numbers.rows.map(({ table, columns }) => [table, columns]))
  const every = await sql<{ table: string; columns: string[] }>`
    select table_name as table, array_agg(column_name::text) as columns
    from information_schema.columns where table_schema = 'public' group by table_name order by table_name`.execute(db)
  const columnsOf = new Map(every.rows.map(({ table, columns }) => [table, columns]))
  const { rows: keys } = await sql<Key>`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent,
      array(select attname::text from unnest(conkey) with ordinality k (n, i)
        join pg_attribute on attrelid = conrelid and attnum = n order by i) as columns,
      array(select attname::text from unnest(confkey) with ordinality k (n, i)
        join pg_attribute on attrelid = confrelid and attnum = n order by i) as refers
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid
    order by oid`.execute(db)
  const { rows: files } = await sql<{ table: string; column: string }>`
    select conrelid::regclass::text as table, attname::text as column from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and confrelid = 'uploads'::regclass`.execute(db)
  const hiddenFiles: string[] = []
  // These tables name their thing without a key; an activity names its subject.
  for (const [child, parent, column] of [
    ['announcement_pictures', 'announcements', 'announcement_id'],
    ['topic_pictures', 'topics', 'topic_id'],
    ['content_pictures', 'contents', 'content_id'],
    ['content_versions', 'contents', 'content_id'],
  ] as const)
    keys.push({ child, parent, columns: ['course_id', column], refers: ['course_id', 'id'] })
  for (const parent of columnsOf.keys())
    keys.push({ child: 'activity', parent, columns: ['course_id', 'subject_id'], refers: ['course_id', 'id'] })

  function secretIn(where: string, value: unknown): unknown {
    // A kind of question without this column may not have a value in it.
    if (value === null && /^questions\.(options|targets)$/.test(where)) return null
    if (Array.isArray(value)) return value.map((one) => secretIn(where, one))
    if (value !== null && typeof value === 'object')
      return Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, key === 'id' ? one : secretIn(where, one)]),
      )
    if (typeof value === 'string' && ID.test(value)) return value
    if (typeof value === 'number' || typeof value === 'boolean') return value
    const secret = `zq${secrets.size.toString(36).padStart(4, '0')}x`
    secrets.set(secret, where)
    return typeof value === 'string' && value.startsWith('http') ? `https://${secret}.example` : secret
  }

  // Few of the secrets are scores, and a column takes no larger one.
  let scores = 0
  function scoreFor(where: string): number {
    const secret = `743${(scores++).toString().padStart(3, '0')}.91`
    secrets.set(secret, where)
    return Number(secret)
  }

  function planted(table: string, row: Row, but: string[] = []): Row {
    const columnsIn = (of: Map<string, string[]>) => (of.get(table) ?? []).filter((column) => !but.includes(column))
    return Object.fromEntries([
      ...columnsIn(textOf).map((column) => [column, secretIn(`${table}.${column}`, row[column])]),
      ...columnsIn(scoresOf).map((column) => [column, scoreFor(`${table}.${column}`)]),
    ])
  }

  /** Each file of a row as another one, with the same bytes and a secret name. */
  async function copyFiles(trx: Db, table: string, row: Row): Promise<Row> {
    const copied: Row = {}
    for (const { table: user, column } of files) {
      if (user !== table || row[column] == null) continue
      const id = newId()
      const filename = secretIn(`${table}.${column}`, '') as string
      await sql`
        insert into uploads (id, owner_id, filename, media_type, bytes, sha256, storage_key, held)
        select ${id}, owner_id, ${filename}, media_type, bytes, sha256, storage_key, true
        from uploads where id = ${row[column]}`.execute(trx)
      hiddenFiles.push(id)
      copied[column] = id
    }
    return copied
  }

  async function rowsOf(trx: Db, table: string): Promise<Row[]> {
    const { rows } = await sql<{ row: Row }>`
      select to_jsonb(t) as row from ${sql.table(table)} t where ${isOwn(table)}`.execute(trx)
    return rows.map(({ row }) => row)
  }
  const isOwn = (table: string) => sql`t.${sql.ref(table === 'courses' ? 'id' : 'course_id')} = ${courseId}`
  const original = new Map<string, Row[]>()
  for (const [table, columns] of columnsOf)
    if (columns.includes('course_id') || table === 'courses') original.set(table, await rowsOf(db, table))

  /** `ids`: the ids of the row and its parents in the copy, by column. */
  async function copyRow(trx: Db, table: string, row: Row, set: Row, ids: Row): Promise<void> {
    const columns = columnsOf.get(table) ?? []
    const own = columns.includes('id') ? { id: newId() } : {}
    const moved = Object.fromEntries(Object.entries(ids).filter(([column]) => columns.includes(column)))
    const itsFiles = await copyFiles(trx, table, row)
    const copied: Row = { ...row, ...planted(table, row), ...itsFiles, ...own, ...moved, ...set }
    // A trigger has written the score of a copied grade.
    await sql`
      insert into ${sql.table(table)}
      select (jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(copied)}::jsonb)).*
      ${table === 'scores' ? sql`on conflict do nothing` : sql``}`.execute(trx)
    for (const { child, parent, columns: from, refers } of keys) {
      if (parent !== table || !from.includes('course_id') || kept.includes(child)) continue
      for (const below of original.get(child) ?? []) {
        if (!from.every((column, i) => below[column] === row[refers[i] ?? ''])) continue
        const link = Object.fromEntries(from.map((column, i) => [column, copied[refers[i] ?? '']]))
        await copyRow(trx, child, below, {}, { ...ids, ...link })
      }
    }
  }

  async function coverRows(trx: Db, table: string, rows: Row[], but: string[]): Promise<void> {
    for (const row of rows) {
      const secret = planted(table, row, but)
      const columns = Object.keys(secret)
      if (columns.length === 0) return
      const { numAffectedRows } = await sql`
        update ${sql.table(table)} t set ${sql.join(columns.map((name) => sql`${sql.ref(name)} = s.${sql.ref(name)}`))}
        from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(secret)}::jsonb) s
        where ${isOwn(table)} and to_jsonb(t) = ${JSON.stringify(row)}::jsonb`.execute(trx)
      if (numAffectedRows !== 1n) throw new Error(`A row of ${table} is no longer as it was read.`)
    }
  }

  return {
    secrets,
    columns: [...textOf, ...scoresOf].flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`)),
    files: hiddenFiles,
    filled: [...original].flatMap(([table, rows]) => (rows.length > 0 && !kept.includes(table) ? [table] : [])),
    secretsIn: (text) => [
      // A signature may contain a secret's letters by chance; a number or a time never does.
      ...(text.match(SECRET) ?? []).flatMap((found) => secrets.get(found) ?? (found.startsWith('zq') ? [] : found)),
      ...hiddenFiles.filter((id) => text.includes(id)).map(() => 'uploads.id'),
    ],
    tablesWith: (column) => [...columnsOf].filter(([, columns]) => columns.includes(column)).map(([table]) => table),
    idsOf: async (table) => (await rowsOf(db, table)).map(({ id, person_id }) => String(id ?? person_id)),
    copy: (table, set = {}) =>
      seed(db, async (trx) => {
        const rows = original.get(table) ?? []
        if (rows.length === 0) throw new Error(`The test has no row in ${table}: make one in fillCourse.`)
        for (const row of rows) await copyRow(trx, table, row, set, {})
      }),
    cover: (table, but) => seed(db, async (trx) => coverRows(trx, table, await rowsOf(trx, table), but)),
    async coverMade(make, but) {
      const tables = [...original.keys()].filter((table) => !kept.includes(table))
      const allOf = async (from: Db) =>
        Promise.all(tables.map(async (table) => [table, await rowsOf(from, table)] as const))
      const before = new Set((await allOf(db)).flatMap(([, rows]) => rows.map((row) => JSON.stringify(row))))
      const made = await make()
      await seed(db, async (trx) => {
        for (const [table, rows] of await allOf(trx)) {
          const added = rows.filter((row) => !before.has(JSON.stringify(row)))
          await coverRows(trx, table, added, but[table] ?? [])
        }
      })
      return made
    },
    secretFor: (where) => secretIn(where, '') as string,
    scoreFor,
    timeFor(where) {
      const secret = new Date(Date.UTC(2743, 0, 1, 0, 0, secrets.size))
      secrets.set(secret.toISOString().slice(0, 19), where)
      return secret
    },
  }
}
