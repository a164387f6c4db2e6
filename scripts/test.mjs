/* `npm test`: every test of the server and of the browser, against real parts. Needs nothing first. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser, ensureBuilt, ensureInstalled, findNode, run } from './prepare.mjs'

ensureInstalled()
const node = findNode()
ensureBuilt(node)
const chromium = ensureBrowser(node)

const reports = mkdtempSync(join(tmpdir(), 'raintree-tests-'))
const server = join(reports, 'server.json')
const browser = join(reports, 'browser.json')
const codes = [
  await run(node, [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${server}`,
  ]),
  await run(node, ['node_modules/@playwright/test/cli.js', 'test'], {
    ...(chromium && { CHROMIUM: chromium }),
    PLAYWRIGHT_JSON_OUTPUT_NAME: browser,
  }),
]

const read = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
const s = read(server)
const { stats: b } = read(browser) ?? {}
rmSync(reports, { recursive: true, force: true })
const passed = (s?.numPassedTests ?? 0) + (b?.expected ?? 0)
const failed = (s?.numFailedTests ?? 0) + (b?.unexpected ?? 0) + (b?.flaky ?? 0)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = codes.every((code) => code === 0) && failed === 0 ? 0 : 1
