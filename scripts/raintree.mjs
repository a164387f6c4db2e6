/* `npm run raintree -- <command>`: the operator's commands. The server may be running or stopped. */
import { compileCache, ensureInstalled, findNode, run } from './prepare.mjs'

ensureInstalled()
const command = ['--disable-warning=ExperimentalWarning', 'server/cli.ts', ...process.argv.slice(2)]
process.exitCode = await run(findNode(), command, compileCache)
