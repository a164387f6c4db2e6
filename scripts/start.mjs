/*
 * `npm start`: prepares what is missing, then runs the server until a signal stops it, and restarts it when its
 * database ended.
 */
import { spawn } from 'node:child_process'
import { compileCache, ensureBuilt, ensureInstalled, fail, findNode, forwardSignals, root } from './prepare.mjs'
import { createTries } from './restart.mjs'

ensureInstalled()
const node = findNode()
ensureBuilt(node)

const next = createTries()
let server
let waiting

function start() {
  waiting = undefined
  const startedAt = Date.now()
  let wasReady = false
  server = spawn(node, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
    cwd: root,
    env: { ...compileCache, ...process.env },
    // The channel tells the server when this process is gone, for any reason.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  server.once('error', (error) => fail(error.message))
  server.on('message', ({ ready }) => {
    wasReady ||= ready
  })
  server.once('exit', (code) => {
    const { waitMs, giveUp } = next({ code, wasReady, ranMs: Date.now() - startedAt })
    if (waitMs !== undefined) {
      console.error(`Starting again in ${waitMs / 1_000} s.`)
      waiting = setTimeout(start, waitMs)
      return
    }
    if (giveUp) console.error(`${giveUp}\n`)
    process.exit(code ?? 1)
  })
}

/** Passes a signal on to the server; between two of them there is only this process to end. */
function stop(signal) {
  if (waiting) process.exit(0)
  server.kill(signal)
}

start()
forwardSignals({ kill: stop })
process.on('SIGINT', () => waiting && process.exit(0))

// npm may be killed without a signal to its children; then this process has another parent. A hang-up kills npm as
// well, and under nohup that is no reason to stop.
const parent = process.ppid
const watch = setInterval(() => {
  if (process.ppid !== parent) stop('SIGTERM')
}, 1_000).unref()
process.on('SIGHUP', () => clearInterval(watch))
