import type { Grading, GradingCall } from './grading.ts'

const bold = (missed: boolean, words: string) => (missed ? `**${words}**` : words)
/** In ms; absent for a list that 16 read at once. */
const bar = ({ large, connections }: GradingCall) => (large ? (connections === 1 ? 100 : Number.POSITIVE_INFINITY) : 30)

export const gradingLines = ({ students, columns, calls, handIns }: Grading): string[] => [
  `**Grading** in a course of ${students} students with ${columns} columns, while ${handIns.submissions} students hand in a file`,
  `(p95 ${handIns.p95} ms, ${handIns.errors} errors). Bars, bold where they are missed: p95 of 30 ms at 16 connections, of 100 ms for a`,
  'list of everyone that one grader waits for.',
  '',
  '| call | connections | answers | p50 | p95 | p99 |',
  '| --- | ---: | ---: | ---: | ---: | ---: |',
  ...calls.map((call) => {
    const { name, large, connections, answers, p50, p95, p99 } = call
    const title = large ? `${name}, of all` : name
    return `| ${[title, connections, answers, p50, bold(p95 > bar(call), String(p95)), p99].join(' | ')} |`
  }),
  '',
]
