import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type Kysely, type RawBuilder } from 'kysely'
import { batchOf } from './database.ts'
import type { DB } from './schema.ts'

/*
 * One statement for all requests that ask or write the same at the same moment, each with its own values. Waking the
 * database for a small statement costs several times as much as the statement. See
 * docs/decisions/009-one-statement-for-many.md.
 */

/** In ms: after this time, a new batch starts beside a running one. */
const PATIENCE_MS = 25
/** Questions stand in code, so there are few; a stray generated one must not grow the map for ever. */
const MOST_LINES = 500

/** Work that several requests may do in one statement. */
export interface Work<Item, Result> {
  alone(db: Kysely<DB>, item: Item): Promise<Result>
  /** Does all of it or, when it fails, nothing; the results are in the order of the items. */
  together(db: Kysely<DB>, items: Item[]): Promise<Result[]>
}

interface Asker {
  item: unknown
  resolve(result: unknown): void
  reject(error: unknown): void
}

type Run = <T>(work: () => T) => T
const asNobody: Run = AsyncLocalStorage.snapshot()

/** The requests that wait for one kind of work. */
interface Line {
  work: Work<unknown, unknown>
  askers: Asker[]
  /** Runs a statement as a part of the first request, for tracing. */
  asFirst: Run
  isBusy: boolean
}

const lines = new WeakMap<Kysely<DB>, Map<Work<never, unknown>, Line>>()

/**
 * Does an item together with all others of the same work: while one statement runs, the next items gather. The
 * statement begins after the call, so it sees earlier writes; not for use in a transaction.
 */
export function doBatched<Item, Result>(db: Kysely<DB>, work: Work<Item, Result>, item: Item): Promise<Result> {
  const most = batchOf(db)
  if (most === 1) return work.alone(db, item)
  const line = lineOf(db, work)
  return new Promise((resolve, reject) => {
    if (line.askers.length === 0) line.asFirst = AsyncLocalStorage.snapshot()
    line.askers.push({ item, resolve: resolve as Asker['resolve'], reject })
    next(db, line, most)
  })
}

/** How many requests wait for a running statement. */
export const waitingFor = (db: Kysely<DB>): number =>
  [...(lines.get(db)?.values() ?? [])].reduce((sum, { askers }) => sum + askers.length, 0)

function lineOf<Item, Result>(db: Kysely<DB>, work: Work<Item, Result>): Line {
  const ofDb = lines.get(db) ?? new Map<Work<never, unknown>, Line>()
  lines.set(db, ofDb)
  let line = ofDb.get(work)
  if (!line) {
    line = { work: work as Line['work'], askers: [], asFirst: asNobody, isBusy: false }
    if (ofDb.size >= MOST_LINES) ofDb.clear()
    ofDb.set(work, line)
  }
  return line
}

/** Serves the waiting requests, once all requests that have just arrived have joined. */
function next(db: Kysely<DB>, line: Line, most: number): void {
  if (line.isBusy || line.askers.length === 0) return
  line.isBusy = true
  setImmediate(() => {
    const { asFirst } = line
    const askers = line.askers.splice(0, most)
    // The remaining items may belong to other requests.
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
    void asFirst(() => serve(db, line.work, askers)).then(done)
  })
}

async function serve(db: Kysely<DB>, work: Line['work'], askers: Asker[]): Promise<void> {
  const alone = ({ item, resolve, reject }: Asker) => work.alone(db, item).then(resolve, reject)
  const [first, ...others] = askers
  if (first && others.length === 0) return alone(first)
  try {
    const items = askers.map(({ item }) => item)
    const results = await work.together(db, items)
    for (const [i, { resolve }] of askers.entries()) resolve(results[i])
  } catch (error) {
    // An error in one item must not fail the others.
    if (isOfOne(error)) await Promise.all(askers.map(alone))
    else for (const { reject } of askers) reject(error)
  }
}

/** SQLSTATE classes 22, data exception, 23, constraint violation, and 40, rolled back as by a deadlock. */
const isOfOne = (error: unknown): boolean => /^(22|23|40)/.test(String((error as { code?: unknown } | undefined)?.code))

/** A question that one statement answers for many; an item holds the parameters of one request. */
type Question = Work<readonly unknown[], unknown[]>
const questions = new Map<string, Question>()

/**
 * The rows of a small question that only reads, in no certain order; asked once for all requests of the moment
 * (`doBatched`). Each parameter has its type behind it, as one word: `${id}::uuid`.
 */
export function askBatched<Row>(db: Kysely<DB>, question: RawBuilder<Row>): Promise<Row[]> {
  const { sql, parameters } = question.compile(db)
  // An array would be confused with the values of several requests.
  if (parameters.some(Array.isArray)) throw new Error(`A parameter is an array: ${sql}`)
  return doBatched(db, questionOf(sql, parameters.length), parameters) as Promise<Row[]>
}

function questionOf(one: string, parameters: number): Question {
  let question = questions.get(one)
  if (!question) {
    question = newQuestion(one, forMany(one, parameters))
    if (questions.size >= MOST_LINES) questions.clear()
    questions.set(one, question)
  }
  return question
}

const newQuestion = (one: string, many: string): Question => ({
  alone: async (db, parameters) => (await db.executeQuery(CompiledQuery.raw(one, [...parameters]))).rows,
  async together(db, items) {
    const given = (items[0] ?? []).map((_, n) => items.map((parameters) => parameters[n]))
    const { rows } = await db.executeQuery<{ '#': number }>(CompiledQuery.raw(many, given))
    const theirs = items.map((): unknown[] => [])
    for (const { '#': n, ...row } of rows) (theirs[n - 1] as unknown[]).push(row)
    return theirs
  },
})

/** The question for many as one statement: PostgreSQL plans it as for one, and runs it for each in turn. */
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
