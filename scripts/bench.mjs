/* `npm run bench` and the like: prepares what a script of bench/ needs, and runs it. */
import { ensureInstalled, findNode, run } from './prepare.mjs'

ensureInstalled()
process.exitCode = await run(findNode(), process.argv.slice(2))
