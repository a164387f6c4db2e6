/* `npm run shots`: a picture of every screen at 390 and 1280 px, light and dark, into shots/. */
import { ensureBrowser, ensureBuilt, ensureInstalled, findNode, run } from './prepare.mjs'

ensureInstalled()
const node = findNode()
ensureBuilt(node)
const chromium = ensureBrowser(node)
process.exitCode = await run(node, ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e/shots.config.ts'], {
  ...(chromium && { CHROMIUM: chromium }),
})
