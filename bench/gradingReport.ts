import type { Grading, GradingCall } from './grading.ts'

const bold = (missed: boolean, words: string) => (missed ? `**${words}**` : words)
/** In ms. */
const bar = ({ large }: GradingCall) => (large ? 100 : 30)

export function gradingLines({ students, columns, calls, handIns }: Grading): string[] {
  return [
    `**Grading** in a course of ${students} students with ${columns} columns, each call at 16 connections while`,
    `${handIns.submissions} students hand in a file (p95 ${handIns.p95} ms, ${handIns.errors} errors). Bars, bold where they are missed: p95 of 30 ms,`,
    'of 100 ms for a list of everyone.',
    '',
    '| call | answers | p50 | p95 | p99 |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...calls.map((call) => {
      const { name, large, answers, p50, p95, p99 } = call
      const title = large ? `${name}, of all` : name
      return `| ${[title, answers, p50, bold(p95 > bar(call), String(p95)), p99].join(' | ')} |`
    }),
    '',
  ]
}
