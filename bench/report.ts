import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Attendance } from './attendance.ts'
import type { Seen } from './audience.ts'
import type { Beside } from './beside.ts'
import type { BrowserRun } from './browserReport.ts'
import { browserLines } from './browserReport.ts'
import type { Deadline } from './deadline.ts'
import type { Grading } from './grading.ts'
import { gradingLines } from './gradingReport.ts'
import type { Growth } from './growth.ts'
import type { Figures } from './load.ts'
import type { Mixed } from './mix.ts'
import type { Load } from './processes.ts'
import type { Release } from './release.ts'
import type { StaffCall } from './staffDay.ts'

/* bench/report.json holds the last run of each scale; bench/REPORT.md is written from it. */

export interface CallReport {
  name: string
  large: boolean
  writes: boolean
  /** In bytes, of one answer. */
  bytes: number
  /**
   * How many statements it sends for a known session, with and without the shared part of the answer in the cache; a
   * transaction's beginning and end count.
   */
  statements: number
  statementsAtFirst: number
  /** Course-owned tables that it scans without an index; there should be none. */
  readsThrough: string[]
  levels: (Figures & { load: Load })[]
  /** Calls a second by pgbench with `statements`, and by a bare server with the same bytes, at 16 connections. */
  pgbench: number | null
  bare: number
}

export interface Run {
  at: string
  command: string
  machine: string
  /** Later partial runs, whose results are included: when, by which command, on what. */
  parts?: string[]
  external: boolean
  scale: number
  seconds: number
  workers: number
  university: { rows: number; seconds: number }
  startMs: number
  /** The load tool, with its version. */
  tool: string
  /** Its version; null when it is not installed. */
  pgbench: string | null
  calls: CallReport[]
  staff?: StaffCall[]
  firstWeek?: Mixed
  deadline?: Deadline & { load: Load }
  attendance?: Attendance & { load: Load }
  grading?: Grading & { load: Load }
  lecture?: Seen & { load: Load }
  publishing?: Seen & { load: Load }
  release?: Release & { load: Load }
  /** MB of the largest worker, minute by minute. */
  soak?: number[]
  growth?: Growth
  beside?: Beside
}

export interface Report {
  runs: Record<string, Run>
  browser?: BrowserRun
}

const folder = import.meta.dirname
const jsonPath = join(folder, 'report.json')

/**
 * The processors, and the system's settings that matter: Linux may give each session of a terminal a share of its own,
 * and each process of PostgreSQL is a session, which then waits for seconds (docs/operations.md).
 */
export function machine(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim()
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} cores (${cpus()[0]?.model}), ${memory} GiB, Node ${process.version}${hasAutogroup() ? ', autogroup' : ''}, commit ${commit}`
}

export function hasAutogroup(): boolean {
  try {
    return readFileSync('/proc/sys/kernel/sched_autogroup_enabled', 'utf8').trim() === '1'
  } catch {
    return false
  }
}

const readReport = (): Report =>
  existsSync(jsonPath) ? (JSON.parse(readFileSync(jsonPath, 'utf8')) as Report) : { runs: {} }

/** Replaces the last run of the same scale; a partial run replaces only what it measured. */
export function writeReport(run: Run, isPart: boolean): void {
  const report = readReport()
  const key = `${run.scale}${run.external ? ' external' : ''}`
  const before = report.runs[key]
  const measured = new Set(run.calls.map((call) => call.name))
  const kept = before?.calls.filter((call) => !measured.has(call.name)) ?? []
  const names = before?.calls.map((call) => call.name) ?? []
  const calls = [...kept, ...run.calls].sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
  // A whole run measures everything anew except these.
  const parts = before?.parts?.filter((part) => /soak|growth|beside/.test(part))
  report.runs[key] = { ...before, ...run, calls, parts }
  if (before && isPart) {
    const { at, command, machine, university, tool, pgbench, startMs, seconds, workers, parts = [] } = before
    const others = parts.filter((part) => partOf(part) !== partOf(run.command))
    Object.assign(report.runs[key], {
      at,
      command,
      machine,
      university,
      tool,
      pgbench,
      startMs,
      seconds,
      workers,
      parts: [...others, whereOf(run)],
    })
  }
  save(report)
}

/** The results of a partial run: the latest one replaces the previous. */
const partOf = (text: string) => /--only (.+?)(?: --|`|$)/.exec(text)?.[1]

const whereOf = ({ at, command, machine }: Run) => `${at} · \`${command}\` · ${machine}`

export function writeBrowserRun(run: BrowserRun): void {
  save({ ...readReport(), browser: run })
}

function save(report: Report): void {
  writeFileSync(jsonPath, `${JSON.stringify(report, null, 2)}\n`)
  writeFileSync(join(folder, 'REPORT.md'), `${markdown(report).join('\n')}\n`)
}

function markdown({ runs, browser }: Report): string[] {
  const all = Object.values(runs).sort((a, b) => a.scale - b.scale)
  return [
    '# The bench, measured',
    '',
    'Written by `npm run bench` and `npm run bench:browser`; every figure is in `report.json`. The server, the database and',
    'the load tool share the machine. Every answer was checked: one that is not right ends the run. The load tool asks for',
    'answers that are not compressed; where it may, it asks for a higher priority, so as not to measure its own waiting for',
    'a processor.',
    '',
    ...all.flatMap(runLines),
    ...(browser ? browserLines(browser) : []),
  ]
}

/** In ms, at 16 connections. */
const bar = ({ large }: CallReport) => (large ? 60 : 15)

function runLines(run: Run): string[] {
  const { growth } = run
  return [
    `## Scale ${run.scale}${run.external ? ', external PostgreSQL' : ''}`,
    '',
    ...[whereOf(run), ...(run.parts ?? [])].flatMap((where) => [where, '']),
    `A university of ${run.university.rows.toLocaleString('en')} rows, filled in ${run.university.seconds} s. ${run.workers} server processes; ${run.seconds} s for each figure.`,
    `Started on it, warm, in ${run.startMs} ms. Asked by ${run.tool}. ${run.pgbench ? `${run.pgbench}.` : 'pgbench is not installed, so its column is empty.'}`,
    '',
    'For 1, 16 and 64 connections: answers a second · p50 / p95 / p99 in ms.',
    '',
    '- SQL: how many statements one call sends; begin and commit count. In brackets: the number when the server’s memory does',
    '  not have the course yet. ! marks a statement that reads a course’s table without an index. The message that tells other',
    '  people of what was written is not counted: it is sent after the answer, at most a hundred times a second by a process.',
    '- CPU: ms of the server’s processes + of the database for one answer, at 16 connections.',
    '- pgbench, bare server: how often pgbench can ask the same statements, and how often a bare Node.js server can send the',
    '  same bytes, both at 16 connections; and the part of that which the product reaches.',
    '',
    'Bars, bold where they are missed: p95 at 16 of 15 ms, or 60 ms for a roster and a topic; half of pgbench’s rate or 60 %',
    `of the bare server’s${growth ? `; growth of that p95 from scale ${growth.from} to at most 1.2 times: both asked in turns, ${growth.seconds} s each` : ''}.`,
    '',
    `| call | kB | SQL | CPU | 1 | 16 | 64 | p95 at 16 |${growth ? ' growth |' : ''} pgbench | bare server |`,
    `| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |${growth ? ' ---: |' : ''} ---: | ---: |`,
    ...run.calls.map((call) => callLine(call, growth)),
    '',
    ...processLines(run),
    ...staffLines(run),
    ...(run.grading ? gradingLines(run.grading) : []),
    ...scenarioLines(run),
    ...besideLines(run),
  ]
}

const at = (call: CallReport | undefined, connections: number) =>
  call?.levels.find((level) => level.connections === connections)
const bold = (missed: boolean, words: string) => (missed ? `**${words}**` : words)

function callLine(call: CallReport, growth: Growth | undefined): string {
  const level = (n: number) => {
    const l = at(call, n)
    return l ? `${l.rate} · ${l.p50} / ${l.p95} / ${l.p99}` : '–'
  }
  const own = at(call, 16)
  const p95 = own ? bold(own.p95 >= bar(call), String(own.p95)) : '–'
  const { small, large } = growth?.calls[call.name] ?? { small: 1, large: 0 }
  const grown = growth ? [large ? bold(large / small > 1.2, (large / small).toFixed(2)) : '–'] : []
  const through = call.readsThrough.length ? ` ! ${call.readsThrough.join(', ')}` : ''
  const part = (limit: number | null) => (own && limit ? own.rate / limit : 0)
  const short = part(call.pgbench) < 0.5 && part(call.bare) < 0.6
  const limits = [call.pgbench, call.bare].map((limit) =>
    limit ? `${limit} · ${bold(short, `${Math.round(100 * part(limit))} %`)}` : '–',
  )
  const cpu = (role: keyof Load) => {
    const used = own?.load[role]
    return own && used ? ((used.cores * 1000) / own.rate).toFixed(2) : '–'
  }
  const cells = [
    call.name,
    (call.bytes / 1000).toFixed(1),
    `${call.statements} (${call.statementsAtFirst})${through}`,
    `${cpu('worker')} + ${cpu('database')}`,
    ...[level(1), level(16), level(64), p95, ...grown, ...limits],
  ]
  return `| ${cells.join(' | ')} |`
}

function processLines(run: Run): string[] {
  const loads = run.calls.flatMap((call) => call.levels.map((level) => level.load))
  const roles = [...new Set(loads.flatMap((load) => Object.keys(load)))] as (keyof Load)[]
  if (roles.length === 0) return []
  const worst = (role: keyof Load, what: 'cores' | 'memory') =>
    Math.max(...loads.map((load) => load[role]?.[what] ?? 0))
  return [
    'The most that the processes used in any of these: cores (of all processes of a kind together) and memory (of the largest',
    'one; of the database all together, what they share counted once).',
    '',
    '| process | cores | MB |',
    '| --- | ---: | ---: |',
    ...roles.map((role) => `| ${role} | ${worst(role, 'cores')} | ${worst(role, 'memory')} |`),
    '',
  ]
}

function scenarioLines({
  firstWeek: week,
  deadline: d,
  attendance: a,
  lecture: l,
  publishing: p,
  release: r,
  soak,
}: Run): string[] {
  const times = (t: { p50: number; p95: number; p99: number; max: number }) =>
    `p50 ${t.p50}, p95 ${t.p95}, p99 ${t.p99}, at most ${t.max} ms`
  const memory = (load: Load) => `a worker had at most ${load.worker?.memory ?? '–'} MB`
  const cores = ({ worker, database }: Load) =>
    `the workers used ${worker?.cores ?? '–'} cores, the database ${database?.cores ?? '–'}`
  return [
    ...(week
      ? [
          `**The first week**, everything mixed, ${week.connections} connections without a pause: ${week.rate} answers a second, ${times(week)};`,
          `slowest: ${week.slowest.name}, p99 ${week.slowest.p99} ms; ${memory(week.load)}; ${cores(week.load)}. No answer was wrong.`,
          '',
        ]
      : []),
    ...(d
      ? [
          `**The deadline minute**: ${d.submissions} submissions with a file each (${d.megabytes} MB) within ${d.seconds} s.`,
          `Upload ${times(d.upload)}; submit ${times(d.submit)}; ${d.errors} errors, ${d.lost} lost; ${memory(d.load)}.`,
          '',
        ]
      : []),
    ...(a
      ? [
          `**Attendance by code**: ${a.students} students of one course mark themselves within ${a.seconds} s. From pressing Mark ${times(a.mark)};`,
          `the whole list, which staff read each second, ${times(a.list)}; ${a.errors} errors, ${a.lost} lost; ${memory(a.load)}.`,
          '',
        ]
      : []),
    ...(l
      ? [
          `**A lecture**: ${l.readers} people look at one discussion, in which somebody posts each second, ${l.texts} times. From pressing`,
          `Post until it is on another’s device ${times(l.shown)}; ${l.missed} missed; ${l.readings} readings of`,
          `${Math.round(l.bytes / 1000)} kB, compressed; ${memory(l.load)}.`,
          '',
        ]
      : []),
    ...(p
      ? [
          `**An announcement**: ${p.readers} people look at a course’s home, and its instructor publishes one each five seconds, ${p.texts} times. From`,
          `pressing Publish until it is on a student’s device ${times(p.shown)}; ${p.missed} missed; ${p.readings} readings of`,
          `the list of ${Math.round(p.bytes / 1000)} kB, compressed, and as many of the activity and of the bell’s number; ${memory(p.load)}.`,
          '',
        ]
      : []),
    ...(r
      ? [
          `**A release of grades**: ${r.readers} students of the largest course look while the grades of all are released in one press, ${r.texts}`,
          `times. It is answered after ${times(r.answered)}, and each student is told on their device after`,
          `${times(r.shown)}; ${r.missed} missed. Taking it back is answered after ${times(r.takenBack)}; ${memory(r.load)}.`,
          '',
        ]
      : []),
    ...(soak
      ? [
          `**Memory over ${soak.length} minutes** of the first week at 16 connections: a worker had ${soak[0]} MB in the first minute,`,
          `${soak.at(-1)} MB in the last, ${Math.max(...soak)} MB at most.`,
          '',
        ]
      : []),
  ]
}

function staffLines({ staff }: Run): string[] {
  if (!staff) return []
  return [
    '**The day of staff**, each call at 16 connections. Bars, bold where they are missed: p95 of 30 ms, of 100 ms for a list of',
    'a whole large course.',
    '',
    '| call | answers a second | p50 | p95 | p99 |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...staff.map(({ name, large, rate, p50, p95, p99 }) => {
      const title = large ? `${name}, of the largest` : name
      return `| ${[title, rate, p50, bold(p95 > (large ? 100 : 30), String(p95)), p99].join(' | ')} |`
    }),
    '',
  ]
}

function besideLines({ beside }: Run): string[] {
  if (!beside) return []
  const { commit, seconds, calls } = beside
  return [
    `**Beside commit ${commit}**, both asked in turns at 16 connections, ${seconds} s each: answers a second · p95 · ms of the`,
    'server’s and the database’s processors for one answer. Bold: a rate that fell by more than a fifth.',
    '',
    '| call | before | after | rate |',
    '| --- | ---: | ---: | ---: |',
    ...Object.entries(calls).map(([name, { before, after }]) => {
      const part = after.rate / before.rate
      const cells = [before, after].map(({ rate, p95, cpu }) => `${rate} · ${p95} · ${cpu}`)
      return `| ${[name, ...cells, bold(part < 0.8, `${Math.round(100 * part)} %`)].join(' | ')} |`
    }),
    '',
  ]
}
