/* `npm run test:deploy`: the examples of deploy/, tried for real on this machine. Needs Debian's packages; says which. */
import { ensureBuilt, ensureInstalled, findNode, run } from './prepare.mjs'

ensureInstalled()
const node = findNode()
ensureBuilt(node)
const codes = []
for (const trial of ['one-machine', 'several-servers']) codes.push(await run(node, [`deploy/${trial}/test.ts`]))
process.exitCode = codes.find((code) => code !== 0) ?? 0
