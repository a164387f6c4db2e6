import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'sql-formatter'
import { hasPlan } from './plans.ts'
import type { Statement } from './statements.ts'

/*
 * bench/statements.sql: the formatted SQL of each call of a student's day, to read as a whole. `npm run sql` writes it;
 * the plan test checks that it has each statement.
 */

const path = join(import.meta.dirname, 'statements.sql')

const formatted = (sql: string) => format(sql, { language: 'postgresql', keywordCase: 'lower', expressionWidth: 100 })

/** The statements of each call, by its name, each once and in the order of their first appearance. */
export type HotStatements = Map<string, Set<string>>

export function addStatements(hot: HotStatements, call: string, statements: Statement[]): void {
  const seen = hot.get(call) ?? new Set()
  hot.set(call, seen)
  for (const statement of statements.filter(hasPlan)) seen.add(formatted(statement.sql))
}

export function writeStatements(hot: HotStatements): void {
  const calls = [...hot].map(([call, statements]) =>
    [`-- ${call}`, ...[...statements].map((sql) => `${sql};`)].join('\n\n'),
  )
  writeFileSync(path, `-- Written by \`npm run sql\`.\n\n\n${calls.join('\n\n\n')}\n`)
}

/** Sent statements that the file lacks, each with its call. */
export function missingStatements(hot: HotStatements): string[] {
  const file = readFileSync(path, 'utf8')
  return [...hot].flatMap(([call, statements]) =>
    [...statements].filter((sql) => !file.includes(sql)).map((sql) => `-- ${call}\n${sql}`),
  )
}
