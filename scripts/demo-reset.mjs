/* `npm run demo:reset`: the demo school as on the first day. The server must be stopped, unless DATABASE_URL is set. */
import { compileCache, ensureInstalled, findNode, run } from './prepare.mjs'

ensureInstalled()
process.exitCode = await run(findNode(), ['server/demo/reset.ts'], compileCache)
