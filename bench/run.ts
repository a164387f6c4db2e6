/**
 * `npm run bench`: the built product on a generated university, driven over loopback; writes bench/REPORT.md and
 * bench/report.json. It asks with wrk where that is installed (Debian’s package wrk), else with autocannon; and measures the
 * database’s limit where pgbench is, which comes with PostgreSQL.
 *
 * --scale 0.01 | 0.1 | 1      how large the university is (0.1)
 * --database-url URL          an empty PostgreSQL, or one that the bench has filled; also DATABASE_URL. Without it,
 *                             the database is the product's own, kept in bench/.data
 * --seconds N                 how long each call is driven at each number of connections (5)
 * --only WORDS                only the calls and scenarios whose name has these words, with commas between; `soak`
 *                             (an hour of the first week, or --minutes) and `growth` (each call in turns with a university
 *                             of a tenth) run only when they are named
 * --beside FOLDER             asks each call of a day in turns with an earlier version of the product, checked out there;
 *                             `--only beside` does nothing else
 * --workers N                 processes of the server (one for each core)
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import pg from 'pg'
// @ts-expect-error: plain JavaScript, because it runs before any package is there
import { ensureBuilt, findNode } from '../scripts/prepare.mjs'
import { readConfig } from '../server/config.ts'
import { storageOf } from '../server/uploads/store.ts'
import { attendanceMinute } from './attendance.ts'
import { answerOf, withBareServer } from './bare.ts'
import { beside } from './beside.ts'
import { type DayCall, dayOf } from './day.ts'
import { deadlineMinute } from './deadline.ts'
import { grading } from './grading.ts'
import { type Growth, growth } from './growth.ts'
import type { Side } from './inTurns.ts'
import { lecture, publishing } from './lecture.ts'
import { drive, loadTool, turns } from './load.ts'
import { firstWeek } from './mix.ts'
import { pgbench, pgbenchVersion } from './pgbench.ts'
import { hasPlan, readsThrough } from './plans.ts'
import { lookAtDatabase, watch } from './processes.ts'
import { type Product, placeOf, prepare, startProduct } from './product.ts'
import { releaseOfAll } from './release.ts'
import { type CallReport, hasAutogroup, machine, type Run, writeReport } from './report.ts'
import { staffDay } from './staffDay.ts'
import { openRecorder, type Statement } from './statements.ts'
import { tidy } from './tidy.ts'
import { readWorld } from './world.ts'

const LEVELS = [1, 16, 64]
/**
 * How many people’s statements pgbench runs in turns: each connection plans each of them several times first, so few;
 * but two writers must not wait for each other.
 */
const SCRIPTS = { reads: 8, writes: 64 }

const { values: given } = parseArgs({
  options: {
    scale: { type: 'string', default: '0.1' },
    'database-url': { type: 'string', default: process.env.DATABASE_URL || undefined },
    seconds: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
    beside: { type: 'string' },
    workers: { type: 'string', default: String(availableParallelism()) },
  },
})
const scale = Number(given.scale)
const seconds = Number(given.seconds)
const workers = Number(given.workers)
if (!(scale > 0 && scale <= 1)) throw new Error('--scale is above 0 and at most 1.')
if (![seconds, workers].every((n) => Number.isInteger(n) && n >= 1))
  throw new Error('--seconds and --workers are whole.')
const words = given.only.split(',').filter(Boolean)
const wanted = (name: string) => words.length === 0 || words.some((word) => name.includes(word))

if (hasAutogroup())
  console.warn(
    'The system shares the processors out by session (kernel.sched_autogroup_enabled): see docs/operations.md.',
  )
ensureBuilt(findNode())
const place = placeOf({ scale, databaseUrl: given['database-url'] })
const made = await prepare(place)
// The first start fills the demo school; the measured start finds everything.
await (await startProduct(place, workers)).stop()
const product = await startProduct(place, workers)
if (place.databaseUrl) await lookAtDatabase(product.connection)
const began = new Date()
const storage = storageOf(readConfig({ DATA_DIR: place.dataDir }))
try {
  const world = await readWorld(product.connection, { seed: place.seed })
  const day = dayOf(world)
  const run: Run = {
    at: began.toISOString(),
    // The address of a database may carry its password.
    command: ['npm run bench --', ...process.argv.slice(2)].join(' ').replace(/:\/\/[^@\s]+@/g, '://…@'),
    machine: machine(),
    external: place.databaseUrl !== undefined,
    scale,
    seconds,
    workers,
    university: made,
    startMs: product.startMs,
    tool: await loadTool(),
    pgbench: (await pgbenchVersion()) ?? null,
    calls: [],
  }
  for (const call of day.filter(({ name }) => wanted(name))) run.calls.push(await measure(product, call))
  if (wanted('notification poll')) run.calls.push(await measure(product, await pollOf(product, day)))
  writeReport(run, words.length > 0)
  if (wanted('staff')) {
    run.staff = await staffDay(product, world, seconds)
    writeReport(run, words.length > 0)
  }
  if (wanted('first week')) {
    const options = { connections: 64, seconds: Math.max(20, seconds * 4) }
    run.firstWeek = await firstWeek(product, day, options)
    writeReport(run, words.length > 0)
    const { rate, p95, p99 } = run.firstWeek
    console.log(`first week: ${rate}/s, p95 ${p95} ms, p99 ${p99} ms`)
  }
  if (wanted('deadline')) {
    const { connection, origin, pid } = product
    const sheets = { origin, connection, storage, sheets: world.handIns, seconds: 60 }
    const { result, load } = await watch(pid, () => deadlineMinute(sheets))
    run.deadline = { ...result, load }
    writeReport(run, words.length > 0)
    console.log(`deadline: ${result.submissions} submissions, ${result.errors} errors, ${result.lost} lost`)
    if (result.errors + result.lost > 0) process.exitCode = 1
  }
  if (wanted('attendance')) {
    const { result, load } = await watch(product.pid, () => attendanceMinute({ ...product, ...world, seconds: 60 }))
    run.attendance = { ...result, load }
    writeReport(run, words.length > 0)
    const { students, mark, list, errors, lost } = result
    console.log(
      `attendance: ${students} students, p99 ${mark.p99} ms, list p95 ${list.p95} ms, ${errors} errors, ${lost} lost`,
    )
    if (errors + lost > 0) process.exitCode = 1
  }
  if (wanted('grading')) {
    const { result, load } = await watch(product.pid, () => grading({ ...product, ...world, seconds }))
    run.grading = { ...result, load }
    writeReport(run, words.length > 0)
    if (result.handIns.errors > 0) process.exitCode = 1
  }
  for (const [name, scene] of Object.entries({ lecture, publishing })) {
    if (!wanted(name)) continue
    const { result, load } = await watch(product.pid, () => scene({ ...product, ...world }))
    run[name as 'lecture' | 'publishing'] = { ...result, load }
    writeReport(run, words.length > 0)
    const { readers, shown, missed } = result
    console.log(`${name}: ${readers} readers, p50 ${shown.p50} ms, p99 ${shown.p99} ms, ${missed} missed`)
    if (missed > 0) process.exitCode = 1
  }
  if (wanted('release')) {
    const { result, load } = await watch(product.pid, () => releaseOfAll({ ...product, ...world }))
    run.release = { ...result, load }
    writeReport(run, words.length > 0)
    const { readers, answered, shown, missed } = result
    console.log(
      `release: ${readers} grades, answered p50 ${answered.p50} ms, told p99 ${shown.p99} ms, ${missed} missed`,
    )
    if (missed > 0) process.exitCode = 1
  }
  if (words.includes('soak')) {
    run.soak = await soak(product, day)
    writeReport(run, words.length > 0)
  }
  if (words.includes('growth')) {
    run.growth = await growthFrom(scale / 10, day)
    writeReport(run, words.length > 0)
  }
  if (given.beside) {
    if (place.databaseUrl) throw new Error('Two versions are measured on databases of the product’s own.')
    const after = { ...product, day }
    run.beside = await beside({ folder: given.beside, scale, workers, seconds, after, withPoll })
    writeReport(run, words.length > 0)
  }
} finally {
  await tidy(product.connection, storage, began)
  await product.stop()
}

/** The growth of this university’s calls from a smaller one, which is started beside it. */
async function growthFrom(from: number, day: DayCall[]): Promise<Growth> {
  if (place.databaseUrl) throw new Error('Growth is measured between two databases of the product’s own.')
  const smaller = placeOf({ scale: from })
  await prepare(smaller)
  await (await startProduct(smaller, workers)).stop()
  const other = await startProduct(smaller, workers)
  try {
    const ofSmaller = dayOf(await readWorld(other.connection, { seed: smaller.seed }))
    const small = await withPoll({ ...other, day: ofSmaller })
    return await growth(small, await withPoll({ ...product, day }), from, seconds)
  } finally {
    await tidy(other.connection, storageOf(readConfig({ DATA_DIR: smaller.dataDir })), began)
    await other.stop()
  }
}

async function withPoll({ origin, pid, day }: Side): Promise<Side> {
  return { origin, pid, day: [...day, await pollOf({ origin }, day)] }
}

/** The same question again with the browser's ETag: most polls find nothing new. */
async function pollOf({ origin }: Pick<Product, 'origin'>, day: DayCall[]): Promise<DayCall> {
  const call = day.find(({ name }) => name === 'home: notifications')
  if (!call) throw new Error('The day has no notifications.')
  const asks = []
  for (const ask of call.asks.slice(0, 200).map((one) => one())) {
    const { headers } = await answerOf(origin, ask)
    asks.push({ ...ask, headers: { 'if-none-match': headers.etag ?? '' } })
  }
  return { ...call, name: 'notification poll', status: 304, asks: asks.map((ask) => () => ask) }
}

async function measure({ origin, pid, connection }: Product, call: DayCall): Promise<CallReport> {
  const samples = await statementsOf(product, call)
  const next = turns(call)
  await drive({ origin, connections: 16, seconds: 1, next })
  const levels: CallReport['levels'] = []
  for (const connections of LEVELS) {
    const { latencies, ...figures } = await drive({ origin, pid, connections, seconds, next })
    levels.push(figures)
  }
  const first = call.asks[0]?.()
  if (!first) throw new Error(`There is nobody for “${call.name}”.`)
  const answer = await answerOf(origin, first)
  const connections = 16
  const bare = await withBareServer(answer, workers, async (at) => {
    const same = { ...call, isRight: () => true }
    await drive({ origin: at, connections, seconds: 1, next: turns(same) })
    return (await drive({ origin: at, connections, seconds, next: turns(same) })).rate
  })
  // The database's limit for the statements under load, when the shared part of the answer is cached.
  const busy = samples.again.filter((statements) => statements.length > 0)
  const limit =
    busy.length > 0 && (await pgbenchVersion())
      ? await pgbench(connection, busy, { connections, seconds, writes: call.writes ?? false })
      : null
  const report: CallReport = {
    name: call.name,
    large: call.large ?? false,
    writes: call.writes ?? false,
    bytes: Buffer.byteLength(answer.body),
    statements: samples.again[0]?.length ?? 0,
    statementsAtFirst: samples.atFirst[0]?.length ?? 0,
    readsThrough: samples.readsThrough,
    levels,
    pgbench: limit?.rate ?? null,
    bare,
  }
  const at16 = levels.find((level) => level.connections === connections)
  console.log(
    `${call.name}: ${at16?.rate}/s, p95 ${at16?.p95} ms at 16; pgbench ${limit?.rate ?? '–'}/s, bare ${bare}/s`,
  )
  return report
}

/** The SQL of some people's calls, the first time and again, and the course tables that it scans. */
async function statementsOf({ connection }: Product, call: DayCall) {
  const recorder = await openRecorder(connection, place.dataDir)
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const [atFirst, again]: [Statement[][], Statement[][]] = [[], []]
    const asks = call.asks.slice(0, call.writes ? SCRIPTS.writes : SCRIPTS.reads)
    for (const time of [atFirst, again]) for (const ask of asks) time.push(await recorder.statementsOf([ask()]))
    const through = new Set<string>()
    for (const statement of [...(atFirst[0] ?? []), ...(again[0] ?? [])].filter(hasPlan))
      for (const table of await readsThrough(client, statement)) through.add(table)
    return { atFirst, again, readsThrough: [...through] }
  } finally {
    await client.end()
    await recorder.close()
  }
}

/**
 * The first week for as long as it takes to see whether memory grows: in MB of the largest worker, minute by minute.
 */
async function soak(product: Product, day: DayCall[]): Promise<number[]> {
  const memory: number[] = []
  for (let minute = 0; minute < Number(given.minutes); minute++) {
    const { load } = await firstWeek(product, day, { connections: 16, seconds: 60 })
    memory.push(load.worker?.memory ?? 0)
    console.log(`soak, minute ${minute + 1}: ${memory.at(-1)} MB`)
  }
  return memory
}
