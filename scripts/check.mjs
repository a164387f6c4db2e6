/* `npm run check`: proves the tree, as CI does: format, lint, types, dead code, generated files, tests. */
import { ensureInstalled, findNode, run } from './prepare.mjs'

ensureInstalled()
const node = findNode()
const steps = [
  ['format and lint', 'node_modules/@biomejs/biome/bin/biome', 'ci', '.'],
  ['types of the server', 'node_modules/typescript/bin/tsc', '-p', '.'],
  ['types of the browser side', 'node_modules/typescript/bin/tsc', '-p', 'web'],
  ['types of the browser tests', 'node_modules/typescript/bin/tsc', '-p', 'e2e'],
  ['dead code', 'node_modules/knip/bin/knip.js'],
  ['the lock file', 'scripts/lock.mjs', '--check'],
  ['the types of the database', 'scripts/db-types.ts', '--check'],
]
if (!process.argv.includes('--static')) steps.push(['tests', 'scripts/test.mjs'])

for (const [name, ...args] of steps) {
  console.log(`\n— ${name}`)
  if ((await run(node, args)) !== 0) {
    console.error(`\n${name}: not right.`)
    process.exit(1)
  }
}
