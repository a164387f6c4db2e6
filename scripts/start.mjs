/* `npm start`: makes ready what is missing, then runs the server until it is told to stop. */
import { spawn } from 'node:child_process'
import { compileCache, ensureBuilt, ensureInstalled, fail, findNode, forwardSignals, root } from './prepare.mjs'

ensureInstalled()
const node = findNode()
ensureBuilt(node)

const server = spawn(node, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
  cwd: root,
  env: { ...compileCache, ...process.env },
  // The channel tells the server when this process is gone, however it went.
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})
server.once('error', (error) => fail(error.message))
server.once('exit', (code) => process.exit(code ?? 1))
forwardSignals(server)

// npm itself may be killed without a word; then this process has another parent. Of a hang-up npm dies as well, and under
// nohup that is no reason to stop.
const parent = process.ppid
const watch = setInterval(() => {
  if (process.ppid !== parent) server.kill('SIGTERM')
}, 1_000).unref()
process.on('SIGHUP', () => clearInterval(watch))
