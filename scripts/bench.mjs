/* `npm run bench` and its kind: a script of bench/, with what it needs made ready. */
import { ensureInstalled, findNode, run } from './prepare.mjs'

ensureInstalled()
process.exitCode = await run(findNode(), process.argv.slice(2))
