import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type Kysely, type RawBuilder } from 'kysely'
import { batchOf } from './database.ts'
import type { DB } from './schema.ts'

/*
 * One statement for all who ask the same at the same moment, each of their own. Waking the database for a small statement
 * costs several times what the statement does. See docs/decisions/009-one-statement-for-many.md.
 */

/** Who waits for a batch that is under way is no longer held up by it after so long. */
const PATIENCE_MS = 25
/** Questions are written in code, so there are few; a stray generated one must not grow the map for ever. */
const MOST_LINES = 500

interface Asker {
  parameters: readonly unknown[]
  resolve(rows: unknown[]): void
  reject(error: unknown): void
}

type Run = <T>(work: () => T) => T
const asNobody: Run = AsyncLocalStorage.snapshot()

/** Those who ask one question, by its text. */
interface Line {
  one: string
  many: string
  askers: Asker[]
  /** Runs a statement as the request of the first of them. */
  asFirst: Run
  isBusy: boolean
}

const lines = new WeakMap<Kysely<DB>, Map<string, Line>>()

/**
 * The rows of a small question that only reads, in no order that is promised. It is asked once for all who ask it at the
 * moment: while one statement is under way the next ones gather. It begins after it was asked for, so it sees what was
 * written before; not in a transaction. Each parameter has its type written behind it, one word, `${id}::uuid`.
 */
export function askBatched<Row>(db: Kysely<DB>, question: RawBuilder<Row>): Promise<Row[]> {
  const { sql, parameters } = question.compile(db)
  // The elements of several would be taken for each other's.
  if (parameters.some(Array.isArray)) throw new Error(`A parameter is an array: ${sql}`)
  const line = lineOf(db, sql, parameters.length)
  const most = batchOf(db)
  return new Promise((resolve, reject) => {
    const asker = { parameters, resolve: resolve as Asker['resolve'], reject }
    if (most === 1) return void answerAlone(db, line, asker)
    if (line.askers.length === 0) line.asFirst = AsyncLocalStorage.snapshot()
    line.askers.push(asker)
    next(db, line, most)
  })
}

/** How many wait for a statement that is under way. */
export const waitingFor = (db: Kysely<DB>): number =>
  [...(lines.get(db)?.values() ?? [])].reduce((sum, { askers }) => sum + askers.length, 0)

function lineOf(db: Kysely<DB>, sql: string, parameters: number): Line {
  let ofDb = lines.get(db)
  if (!ofDb) {
    ofDb = new Map()
    lines.set(db, ofDb)
  }
  let line = ofDb.get(sql)
  if (!line) {
    line = { one: sql, many: forMany(sql, parameters), askers: [], asFirst: asNobody, isBusy: false }
    if (ofDb.size >= MOST_LINES) ofDb.clear()
    ofDb.set(sql, line)
  }
  return line
}

/** The question of many as one statement: it is planned as it is for one, and run for each in turn. */
function forMany(sql: string, parameters: number): string {
  const types: string[] = []
  const own = sql.replace(/\$(\d+)::([a-z]\w*)\b(?!\[|\s*\(|\s+precision)/g, (_, n: string, type: string) => {
    types[Number(n) - 1] = type
    return `asker.p${n}`
  })
  if (parameters === 0 || /\$\d/.test(own) || types.filter(Boolean).length !== parameters)
    throw new Error(`A parameter has no type: ${sql}`)
  const given = types.map((type, i) => `$${i + 1}::${type}[]`)
  const names = types.map((_, i) => `p${i + 1}`)
  return `select asker.n::int as "#", own.* from unnest(${given}) with ordinality as asker(${names}, n)
    cross join lateral (select * from (${own}) as own offset 0) as own`
}

/** Answers those who wait, once all requests that have just arrived have asked. */
function next(db: Kysely<DB>, line: Line, most: number): void {
  if (line.isBusy || line.askers.length === 0) return
  line.isBusy = true
  setImmediate(() => {
    const { asFirst } = line
    const askers = line.askers.splice(0, most)
    // Who is left may be of other requests than the first.
    line.asFirst = asNobody
    let isDone = false
    const done = () => {
      if (isDone) return
      isDone = true
      clearTimeout(patience)
      line.isBusy = false
      next(db, line, most)
    }
    const patience = setTimeout(done, PATIENCE_MS)
    void asFirst(() => answer(db, line, askers)).then(done)
  })
}

async function answer(db: Kysely<DB>, line: Line, askers: Asker[]): Promise<void> {
  const [first, ...others] = askers
  if (first && others.length === 0) return answerAlone(db, line, first)
  try {
    const given = (first?.parameters ?? []).map((_, n) => askers.map(({ parameters }) => parameters[n]))
    const { rows } = await db.executeQuery<{ '#': number }>(CompiledQuery.raw(line.many, given))
    const theirs = askers.map((): unknown[] => [])
    for (const { '#': n, ...row } of rows) (theirs[n - 1] as unknown[]).push(row)
    for (const [i, { resolve }] of askers.entries()) resolve(theirs[i] as unknown[])
  } catch (error) {
    // What is wrong with the question of one is not told to the others.
    if (isOfData(error)) await Promise.all(askers.map((asker) => answerAlone(db, line, asker)))
    else for (const { reject } of askers) reject(error)
  }
}

const answerAlone = (db: Kysely<DB>, { one }: Line, { parameters, resolve, reject }: Asker): Promise<void> =>
  db.executeQuery(CompiledQuery.raw(one, [...parameters])).then(({ rows }) => resolve(rows), reject)

/** SQLSTATE class 22: data exception. */
const isOfData = (error: unknown): boolean => String((error as { code?: unknown } | undefined)?.code).startsWith('22')
