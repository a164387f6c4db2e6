/* Starts the database of a DATA_DIR, prints a line, and stops it on a signal: `embedded-server.ts <DATA_DIR>`. */
import { EmbeddedError } from '../db/account.ts'
import { startEmbedded } from '../db/embedded.ts'

try {
  const embedded = await startEmbedded(process.argv[2] ?? '', { maxConnections: 10 })
  process.once('SIGTERM', async () => {
    await embedded.stop()
    process.exit(0)
  })
  console.log(`ready ${JSON.stringify(embedded.connection)}`)
} catch (error) {
  console.error(error instanceof EmbeddedError ? error.message : error)
  process.exit(1)
}
