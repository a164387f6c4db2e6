/*
 * Prepares everything that a run needs: the packages, a Node.js that strips types, the built browser side, a browser
 * for the tests. Plain JavaScript for the oldest Node.js that npm brings, and no package: this runs first.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const at = (...parts) => join(root, ...parts)

export function fail(words) {
  console.error(`\n${words}\n`)
  process.exit(1)
}

/** Runs `npm ci` when a package of the lock file is missing or of another version. */
export function ensureInstalled() {
  if (isInstalled()) return
  console.log('Installing packages (this happens once)…')
  const npm = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (npm.status !== 0 || !isInstalled()) fail('The packages could not be installed. What npm said is above.')
}

function isInstalled() {
  try {
    const { packages: wanted } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'))
    const { packages: there } = JSON.parse(readFileSync(at('node_modules/.package-lock.json'), 'utf8'))
    return Object.entries(wanted).every(
      ([path, { version, optional }]) => path === '' || optional || there[path]?.version === version,
    )
  } catch {
    return false
  }
}

/** The Node.js of the `node` package, or this one when it is new enough to run TypeScript as it is. */
export function findNode() {
  const own = at('node_modules/node/bin/node')
  if (existsSync(own) && spawnSync(own, ['-v']).status === 0) return own
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return fail(
    'Raintree runs on Node.js 24, which npm installs beside it, but its install script did not run.\n' +
      'Run `npm rebuild node`, or install Node.js 24.',
  )
}

/** The source files of the built browser side. */
function sources() {
  const walk = (folder) =>
    readdirSync(at(folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      return entry.isDirectory() ? walk(path) : [path]
    })
  return [...walk('web'), ...walk('contract'), 'package-lock.json', 'vite.config.ts', 'scripts/build.ts'].sort()
}

const hashOf = (say) => {
  const hash = createHash('sha256')
  for (const path of sources()) hash.update(`${path}\n`).update(say(at(path)))
  return hash.digest('hex')
}

/**
 * Two hashes of the sources: of their contents, and of their sizes and times, which is faster and sufficient while it
 * does not change.
 */
export const sourceStamp = () => ({ times: timesOf(), text: hashOf((path) => readFileSync(path)) })

const timesOf = () =>
  hashOf((path) => {
    const { size, mtimeMs } = statSync(path)
    return `${size} ${mtimeMs}\n`
  })

const stampPath = at('dist/.stamp')
export const keepStamp = (stamp) => writeFileSync(stampPath, JSON.stringify(stamp))

function isBuilt() {
  try {
    const kept = JSON.parse(readFileSync(stampPath, 'utf8'))
    if (kept.times === timesOf()) return true
    const now = sourceStamp()
    if (kept.text !== now.text) return false
    keepStamp(now)
    return true
  } catch {
    return false
  }
}

/** Builds the browser side when its sources changed. */
export function ensureBuilt(node) {
  if (isBuilt()) return
  console.log('Building the browser side…')
  const build = spawnSync(node, [at('scripts/build.ts')], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (build.status !== 0) fail('The browser side could not be built. What went wrong is above.')
}

/** Node.js's cache of the server's compiled code, which makes the next start faster. */
export const compileCache = { NODE_COMPILE_CACHE: at('node_modules/.cache/raintree') }

/** Runs a command to its end and gives its exit code. `output` is where it writes: a file's descriptor. */
export function run(command, args, env = {}, output = 'inherit') {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', output, output],
      env: { ...process.env, ...env },
    })
    forwardSignals(child)
    child.once('exit', (code, signal) => done(code ?? (signal ? 1 : 0)))
    child.once('error', (error) => fail(`${command}: ${error.message}`))
  })
}

/** Whether a person sits before this process. Without one, as under nohup, it ignores a hang-up. */
const onTerminal = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY)

/**
 * Calls back when the terminal is closed. A listener in any case: Node.js forgets that nohup ignores the signal, and
 * would die.
 */
export const onHangUp = (then) => process.on('SIGHUP', () => onTerminal && then())

/** Ctrl-C reaches the whole group by itself; a signal sent to this process alone is passed on. */
export function forwardSignals(child) {
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  onHangUp(() => child.kill('SIGTERM'))
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY) child.kill('SIGINT')
  })
}

/**
 * A Chromium for the tests: its path, or '' for Playwright's own. Preferably a headless shell, as Playwright's own is:
 * a page of the whole browser costs the processor four times as much.
 */
export function ensureBrowser(node) {
  const found = findShell(node)
  if (found !== undefined) return found
  console.log('Getting a browser for the tests (this happens once)…')
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'] }
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const install = (browser) =>
      spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', browser, 'fonts-thai-tlwg'], {
        ...quiet,
        env,
      }).status === 0
    spawnSync('apt-get', ['update', '-q'], quiet)
    if (!install('chromium-headless-shell') && findBrowser() === undefined) install('chromium')
  } else if (findBrowser() === undefined) {
    spawnSync(node, [at('node_modules/playwright/cli.js'), 'install', 'chromium'], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
  }
  return (
    findShell(node) ??
    findBrowser() ??
    fail(
      'The browser tests need Chromium and none could be installed. Run one of these, then `npm test` again:\n' +
        '  sudo apt-get install chromium-headless-shell   (Debian)\n' +
        '  npx playwright install chromium                (elsewhere)\n' +
        'or set CHROMIUM to the path of a Chromium or Chrome.',
    )
  )
}

const firstThere = (places) => places.find((path) => path && existsSync(path))

/** The one in the environment, or a headless shell. */
function findShell(node) {
  const there = firstThere([process.env.CHROMIUM, '/usr/bin/chromium-headless-shell'])
  if (there) return there
  const ask = "import('playwright').then((p) => console.log(p.chromium.executablePath()))"
  const own = spawnSync(node, ['-e', ask], { cwd: root, encoding: 'utf8' }).stdout.trim()
  return own && existsSync(own) ? '' : undefined
}

/** A whole browser. */
export const findBrowser = () =>
  firstThere([
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ])
