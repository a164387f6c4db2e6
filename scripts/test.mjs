/* `npm test`: every test of the server and of the browser, against real parts. It prepares everything itself. */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { compileCache, ensureBrowser, ensureBuilt, ensureInstalled, findNode, root, run } from './prepare.mjs'

ensureInstalled()
const node = findNode()
ensureBuilt(node)
const chromium = ensureBrowser(node)

/**
 * The folder of the server's test databases: in memory if there is room, because files are half of a database's cost.
 */
function filesIn() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 4e9 ? { TMPDIR: '/dev/shm' } : {}
  } catch {
    return {} // not on Linux
  }
}

const reports = mkdtempSync(join(tmpdir(), 'raintree-tests-'))
const server = join(reports, 'server.json')
const browser = join(reports, 'browser.json')
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json']

/** The server's tests. Their output appears in one piece at the end, because the browser's tests print meanwhile. */
async function testServer() {
  const path = join(reports, 'server.log')
  const log = openSync(path, 'w')
  const code = await run(node, [...vitest, `--outputFile.json=${server}`], { ...compileCache, ...filesIn() }, log)
  closeSync(log)
  process.stdout.write(readFileSync(path))
  return code
}

const testBrowser = () =>
  run(node, ['node_modules/@playwright/test/cli.js', 'test'], {
    ...compileCache,
    ...(chromium && { CHROMIUM: chromium }),
    PLAYWRIGHT_JSON_OUTPUT_NAME: browser,
  })

// The server's and the browser's tests wait more than they compute, so together they take much less time than in turn.
const codes = await Promise.all([testServer(), testBrowser()])

/** A describe block stands in its file's suite as a suite. */
const testsOf = ({ specs = [], suites = [] }) => [...specs.flatMap(({ tests }) => tests), ...suites.flatMap(testsOf)]

/** The failed tests, with the first lines of their errors. */
const failure = (file, name, why = '') =>
  `  ${file}: ${name}\n${stripVTControlCharacters(why).split('\n').slice(0, 6).join('\n').replace(/^/gm, '    ')}`

const failuresOf = ({ file, specs = [], suites = [] }) => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => failure(`e2e/${file}`, title, tests[0]?.results.at(-1)?.error?.message)),
  ...suites.flatMap(failuresOf),
]

const read = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
const s = read(server)
const b = read(browser)
rmSync(reports, { recursive: true, force: true })
const { expected = 0, unexpected = 0, flaky = 0 } = b?.stats ?? {}
const passed = (s?.numPassedTests ?? 0) + expected
const failed = (s?.numFailedTests ?? 0) + unexpected + flaky

/** Repeated at the end, where a reader finds it. A file that could not be loaded has no tests. */
const failures = [
  ...(s?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const own = assertionResults.filter((test) => test.status === 'failed')
    if (own.length === 0 && status === 'failed') return [failure(file, 'could not run', message)]
    return own.map(({ fullName, failureMessages }) => failure(file, fullName, failureMessages[0]))
  }),
  ...(b?.suites ?? []).flatMap(failuresOf),
]

/** How many seconds of a worker each file took. */
const seconds = new Map()
for (const { name, startTime, endTime } of s?.testResults ?? []) {
  seconds.set(relative(root, name), (endTime - startTime) / 1_000)
}
for (const suite of b?.suites ?? []) {
  const each = testsOf(suite).flatMap(({ results }) => results.map(({ duration }) => duration))
  seconds.set(`e2e/${suite.file}`, each.reduce((sum, ms) => sum + ms, 0) / 1_000)
}
const slowest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, 10)
console.log('\nThe ten slowest files, in seconds of a worker:')
for (const [file, took] of slowest) console.log(`${took.toFixed(0).padStart(6)}  ${file}`)
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`)
const took = Math.round(performance.now() / 1_000)
console.log(`\nTook ${Math.floor(took / 60)} min ${took % 60} s.\n${passed} passed, ${failed} failed`)
process.exitCode = codes.every((code) => code === 0) && failed === 0 ? 0 : 1
