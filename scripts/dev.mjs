/* `npm run dev`: the server and the browser side, both reloading when their files change. */
import { spawn } from 'node:child_process'
import { ensureInstalled, findNode, onHangUp, root } from './prepare.mjs'

ensureInstalled()
const node = findNode()
const port = process.env.PORT ?? '3000'
const web = process.env.WEB_PORT ?? '5173'

const start = (args, env) =>
  spawn(node, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
const children = [
  start(['--watch-path=server', '--watch-path=contract', '--watch-preserve-output', 'server/main.ts'], {
    WORKERS: '1',
    PORT: port,
  }),
  start(['node_modules/vite/bin/vite.js', '--strictPort'], { PORT: web, RAINTREE_SERVER: `http://127.0.0.1:${port}` }),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
onHangUp(stop)
for (const child of children) child.once('exit', stop)
