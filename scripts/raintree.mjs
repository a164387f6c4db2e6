/* `npm run raintree -- <command>`: the operator's commands. The server may be running or stopped. */
import { ensureInstalled, findNode, run } from './prepare.mjs'

ensureInstalled()
process.exitCode = await run(findNode(), [
  '--disable-warning=ExperimentalWarning',
  'server/cli.ts',
  ...process.argv.slice(2),
])
