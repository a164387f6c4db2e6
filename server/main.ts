import cluster from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import { type Config, readConfig } from './config.ts'
import type { Connection } from './db/database.ts'
import { openStore } from './db/store.ts'
import { localOrigin } from './http/origin.ts'
import { exitCodeOf, WorkerFailed, wordsOf } from './process/startErrors.ts'

/*
 * config → database → app → listen → close. The first process owns the database and the housekeeping; with more than
 * one worker it starts them and waits, otherwise it serves by itself. The database takes a moment to start. Meanwhile
 * the code that needs it is loaded, here and in the workers.
 */

const readServing = async () => {
  const [{ build }, { openDatabase }] = await Promise.all([import('./app.ts'), import('./db/database.ts')])
  return { build, openDatabase }
}

/** The messages from the first process to a worker, and its answers. */
type ToWorker = { connection: Connection }
type FromWorker = { listening: number } | { failed: string; exitCode: number }

/** Long enough for running requests; a supervisor kills the process after this. */
const CLOSING_MS = 10_000

/** Closing a terminal ends its programs. Without one, as under nohup, the server ignores a hang-up. */
const hangUp: NodeJS.Signals[] = process.stdout.isTTY || process.stderr.isTTY ? ['SIGHUP'] : []
// A handler in any case: Node.js forgets that nohup ignores the signal, and would die; and a worker waits for the first
// process.
process.on('SIGHUP', () => {})

async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (cluster.isWorker) return runWorker(config)
  // How many connections the database must allow: each process has a pool and one connection for live events, the first
  // some more, and so do programs beside it: a backup, psql, or the bench with the 16 of pgbench.
  const opening = openStore(config, { maxConnections: config.workers * (config.databaseConnections + 1) + 40 })
  const made = Promise.withResolvers<Connection>()
  const onlyJobs = config.jobs === 'only'
  const workers = onlyJobs || config.workers === 1 ? undefined : startWorkers(config, made.promise)
  const reading = [import('./process/housekeeping.ts'), workers ?? (onlyJobs ? undefined : readServing())]
  // The later await reports a failure, unless the database failed before.
  for (const early of reading) early?.catch(() => {})
  const store = await opening
  const stopping = onStop()
  // Whatever goes wrong from here on, the database is stopped in order.
  try {
    const { keepHouse } = await import('./process/housekeeping.ts')
    const house = await keepHouse(config, store.direct)
    try {
      made.resolve(store.connection)
      const serving = onlyJobs ? servingNobody : await (workers ?? serve(config, store.connection))
      config.port = serving.port
      const stopMetrics =
        config.metrics && (await (await import('./process/metrics.ts')).serveMetrics(config.metrics, serving.metrics))
      process.send?.({ ready: true })
      console.log(`\n  Raintree is ready ${onlyJobs ? 'for jobs' : `at ${config.publicUrl ?? localOrigin(config)}`}\n`)
      const down = await Promise.race([stopping, store.exited])
      if (down !== 'asked') tell(down)
      await serving.close()
      await stopMetrics?.()
    } finally {
      await house.close()
    }
  } finally {
    await store.stop()
  }
  // The IPC channel to the parent, to which `onStop` listens, would keep the process alive.
  if (process.connected) process.disconnect()
}

interface Serving {
  port: number
  /** The measurements of all processes, when metrics are on. */
  metrics(): Promise<string>
  close(): Promise<void>
}

const servingNobody: Serving = { port: 0, metrics: async () => '', close: async () => {} }

/** Serves from this process. */
async function serve(config: Config, connection: Connection): Promise<Serving> {
  const { build, openDatabase } = await readServing()
  // Loaded only when asked for: the packages behind it are large.
  const tracing = config.tracing && (await import('./process/tracing.ts')).startTracing(config.tracing)
  const db = openDatabase(connection, {
    connections: config.databaseConnections,
    prepare: config.databasePrepare,
    pooled: config.databaseDirectUrl !== undefined,
    batch: config.databaseBatch,
    log: tracing?.log,
  })
  const app = await build({ config, db, connection, tracing })
  const end = async () => {
    // Running requests may finish, but none may hold the server for ever.
    setTimeout(() => app.server.closeAllConnections(), CLOSING_MS).unref()
    await app.close()
    await db.destroy()
    await tracing?.close()
  }
  const close = async () => {
    app.drain()
    await pause(config.drainMs)
    await end()
  }
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    await end()
    throw error
  }
  const { port } = app.server.address() as { port: number }
  config.port = port
  return { port, close, metrics: () => app.metrics() }
}

/**
 * A worker's heap, in MB. By default V8 lets garbage pile up for as long as the machine has memory, to 400 MB under
 * load; with this bound a worker has under 200 and is not slower. The second is far above what it needs.
 */
const HEAP = ['--max-semi-space-size=8', '--max-old-space-size=512']
/**
 * Settings of glibc, which keeps freed memory for each thread that reads and writes; with this bound it returns more
 * than 128 kB to the system. Other C libraries ignore it.
 */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }

/** Serves from several processes on one port, as soon as the database exists. A worker that dies is replaced. */
async function startWorkers(config: Config, made: Promise<Connection>): Promise<Serving> {
  let closing = false
  cluster.setupPrimary({ execArgv: [...process.execArgv, ...HEAP] })
  const start = () =>
    new Promise<number>((ready, fail) => {
      const worker = cluster.fork(MALLOC)
      let served = false
      worker.once('online', async () => {
        const connection = await made
        if (worker.isConnected()) worker.send({ connection } satisfies ToWorker)
      })
      worker.on('message', (said: FromWorker) => {
        if ('failed' in said) fail(new WorkerFailed(said.failed, said.exitCode))
        // Workers also send their measurements this way.
        else if ('listening' in said) {
          served = true
          ready(said.listening)
        }
      })
      const ended = (code: number) => {
        fail(new Error(`A worker ended with ${code} before it served.`))
        if (closing || !served) return
        console.error('A worker ended; starting another.')
        replace()
      }
      // The reason may still be on its way: on a busy machine the exit comes first.
      worker.once('exit', (code) => {
        if (worker.isConnected()) worker.once('disconnect', () => ended(code))
        else ended(code)
      })
    })
  /** Starts it again for as long as it takes: the reason may pass. */
  const replace = () => {
    start().then(
      () => console.error('The new worker serves.'),
      () => setTimeout(() => closing || replace(), 1_000),
    )
  }
  async function close(): Promise<void> {
    closing = true
    const workers = Object.values(cluster.workers ?? {}).filter((w) => w !== undefined)
    const gone = workers.map((w) => new Promise((done) => w.once('exit', done)))
    for (const worker of workers) worker.process.kill('SIGTERM')
    const late = setTimeout(
      () => {
        for (const worker of workers) worker.process.kill('SIGKILL')
      },
      config.drainMs + CLOSING_MS + 2_000,
    )
    await Promise.all(gone)
    clearTimeout(late)
  }
  try {
    const metrics = config.metrics ? await (await import('./process/metrics.ts')).measureWorkers() : async () => ''
    const [port = config.port] = await Promise.all(Array.from({ length: config.workers }, start))
    return { port, close, metrics }
  } catch (error) {
    await close()
    throw error
  }
}

async function runWorker(config: Config): Promise<void> {
  const tell = (message: FromWorker) => process.send?.(message)
  const connected = new Promise<ToWorker>((heard) => {
    // The first process may ask for measurements before the worker is ready.
    process.on('message', (said: ToWorker) => 'connection' in said && heard(said))
  })
  readServing().catch(() => {})
  const { connection } = await connected
  // The terminal's Ctrl-C reaches every process; a worker waits for the first one to say so.
  process.on('SIGINT', () => {})
  const stopping = onStop(['SIGTERM', 'disconnect'])
  try {
    const serving = await serve(config, connection)
    tell({ listening: serving.port })
    await stopping
    await serving.close()
  } catch (error) {
    tell({ failed: wordsOf(error, config), exitCode: exitCodeOf(error) })
    process.exitCode = 1
  }
  process.disconnect?.()
}

/** Settles when the operator, the system or the parent process wants this one to stop. */
function onStop(signals: (NodeJS.Signals | 'disconnect')[] = ['SIGINT', 'SIGTERM', ...hangUp, 'disconnect']) {
  return new Promise<'asked'>((asked) => {
    // `on`, not `once`: a second signal, such as npm's beside the terminal's, must not cut the closing short.
    for (const signal of signals) process.on(signal, () => asked('asked'))
  })
}

/** Prints why this process ends; its exit code says whether starting it again may help. */
function tell(error: unknown): void {
  console.error(`\n${wordsOf(error)}\n`)
  process.exitCode = exitCodeOf(error)
}

main().catch((error) => {
  tell(error)
  // A starting worker would complain, with a stack, that this process is gone.
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL')
  process.exit()
})
