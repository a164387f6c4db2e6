/* `npm run sql`: writes bench/statements.sql, the statements that each call of a student's day sends. */
import { ensureInstalled, findNode, run } from './prepare.mjs'

ensureInstalled()
const plans = ['node_modules/vitest/vitest.mjs', 'run', 'bench/plans.test.ts']
process.exitCode = await run(findNode(), plans, { WRITE_STATEMENTS: '1' })
