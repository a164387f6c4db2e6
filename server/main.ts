import cluster from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import { build } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { type Connection, openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { openStore } from './db/store.ts'
import { fillDemoSchool } from './demo/school/fill.ts'
import { measureWorkers, serveMetrics } from './metrics.ts'
import { localOrigin } from './origin.ts'
import { startSweeping } from './sweep.ts'
import { wordsOf } from './trouble.ts'
import { prepareStorage } from './uploads/store.ts'

/*
 * config → database → app → listen → close. The first process owns the database and the housekeeping; with more
 * than one worker it starts them and listens for them, otherwise it serves by itself.
 */

/** What a worker hears from the first process, and what it answers. */
type ToWorker = { connection: Connection }
type FromWorker = { listening: number } | { failed: string }

/** Long enough for requests under way; a supervisor kills after this. */
const CLOSING_MS = 10_000

/** A terminal that is closed ends what runs in it. Without one, as under nohup, a hang-up is not for us. */
const hangUp: NodeJS.Signals[] = process.stdout.isTTY || process.stderr.isTTY ? ['SIGHUP'] : []
// In any case: Node.js forgets what nohup told it, and would die; and a worker waits for the first process.
process.on('SIGHUP', () => {})

async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (cluster.isWorker) return runWorker(config)
  // Each process has its pool, one connection for news, and the first a few of its own.
  const store = await openStore(config, { maxConnections: config.workers * (config.databaseConnections + 1) + 20 })
  const stopping = onStop()
  // Whatever goes wrong from here on, the database is stopped in order.
  try {
    const db = openDatabase(directOf(config, store.connection), { connections: 4, prepare: config.databasePrepare })
    await migrate(db)
    const storage = await prepareStorage(config)
    if (config.demo) await fillDemoSchool(db, { now: new Date(), storage })
    const onTrouble = (error: unknown) => console.error('What nobody needs any more could not all be removed:', error)
    const sweeping = startSweeping({ db, storage, config, onTrouble })
    const serving =
      config.workers === 1 ? await serve(config, store.connection) : await startWorkers(config, store.connection)
    config.port = serving.port
    const stopMetrics = config.metrics && (await serveMetrics(config.metrics, serving.metrics))
    process.send?.({ ready: true })
    console.log(`\n  Raintree is ready at ${config.publicUrl ?? localOrigin(config)}\n`)
    const reason = await Promise.race([stopping, store.ended.then(() => 'the database ended by itself')])
    if (reason !== 'asked') process.exitCode = 1
    if (reason !== 'asked') console.error(`Stopping: ${reason}.`)
    clearInterval(sweeping)
    await serving.close()
    await stopMetrics?.()
    await db.destroy()
  } finally {
    await store.stop()
  }
  // The line to the process that started this one, which `onStop` listens to, would keep it alive.
  if (process.connected) process.disconnect()
}

/** The way to the database past its pooler: for the lock of the migrations, and for housekeeping that takes its time. */
const directOf = ({ databaseDirectUrl }: Config, connection: Connection): Connection =>
  databaseDirectUrl ? { connectionString: databaseDirectUrl } : connection

interface Serving {
  port: number
  /** What all of it has measured, when it measures. */
  metrics(): Promise<string>
  close(): Promise<void>
}

/** Serves from this process. */
async function serve(config: Config, connection: Connection): Promise<Serving> {
  // Loaded only when asked for: the packages behind it are large.
  const tracing = config.tracing && (await import('./tracing.ts')).startTracing(config.tracing)
  const db = openDatabase(connection, {
    connections: config.databaseConnections,
    prepare: config.databasePrepare,
    pooled: config.databaseDirectUrl !== undefined,
    log: tracing?.log,
  })
  const app = await build({ config, db, connection, tracing })
  const end = async () => {
    // Requests under way may finish, but none may hold the server for ever.
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

/** Serves from several processes on one port. A worker that dies is replaced. */
async function startWorkers(config: Config, connection: Connection): Promise<Serving> {
  let closing = false
  const start = () =>
    new Promise<number>((ready, fail) => {
      const worker = cluster.fork()
      let served = false
      worker.once('online', () => worker.send({ connection } satisfies ToWorker))
      worker.on('message', (said: FromWorker) => {
        if ('failed' in said) fail(new ConfigError(said.failed))
        // Measurements come this way too.
        else if ('listening' in said) {
          served = true
          ready(said.listening)
        }
      })
      worker.once('exit', (code) => {
        fail(new Error(`A worker ended with ${code} before it served.`))
        if (closing || !served) return
        console.error('A worker ended; starting another.')
        replace()
      })
    })
  /** Tries again for as long as it takes: the reason may pass. */
  const replace = () => {
    start().catch(() => setTimeout(() => closing || replace(), 1_000))
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
    const metrics = config.metrics ? await measureWorkers() : async () => ''
    const [port = config.port] = await Promise.all(Array.from({ length: config.workers }, start))
    return { port, close, metrics }
  } catch (error) {
    await close()
    throw error
  }
}

async function runWorker(config: Config): Promise<void> {
  const tell = (message: FromWorker) => process.send?.(message)
  const { connection } = await new Promise<ToWorker>((heard) => {
    // The first process may ask for measurements before it says anything else.
    process.on('message', (said: ToWorker) => 'connection' in said && heard(said))
  })
  // The terminal's Ctrl-C reaches every process; a worker waits for the first one to say so.
  process.on('SIGINT', () => {})
  const stopping = onStop(['SIGTERM', 'disconnect'])
  try {
    const serving = await serve(config, connection)
    tell({ listening: serving.port })
    await stopping
    await serving.close()
  } catch (error) {
    tell({ failed: wordsOf(error, config) })
    process.exitCode = 1
  }
  process.disconnect?.()
}

/** Settles when the operator, the system or the process that started this one wants it to stop. */
function onStop(signals: (NodeJS.Signals | 'disconnect')[] = ['SIGINT', 'SIGTERM', ...hangUp, 'disconnect']) {
  return new Promise<'asked'>((asked) => {
    // Not once: a second signal, such as npm's beside the terminal's, must not cut the closing short.
    for (const signal of signals) process.on(signal, () => asked('asked'))
  })
}

main().catch((error) => {
  console.error(`\n${wordsOf(error)}\n`)
  process.exit(1)
})
