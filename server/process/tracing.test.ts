import { expect, test } from 'vitest'
import { build } from '../app.ts'
import { collect } from '../testing/collector.ts'
import { useServer } from '../testing/server.ts'
import { startTracing } from './tracing.ts'

test('what is asked of the replica is traced too', async () => {
  const { config, connection, db } = await useServer()
  const { user, password, host, port, database } = connection
  const databaseReadUrl = `postgres://${user}:${password}@localhost:${port}/${database}?host=${host}`
  const { address, spans } = await collect()
  const tracing = startTracing({ endpoint: address, service: 'raintree', ratio: 1 })
  // Of the primary nothing is written down here. The replica is looked at each second.
  const app = await build({ config: { ...config, databaseReadUrl }, db, connection, tracing })
  await expect.poll(() => spans.map(({ name }) => name)).toContain('select')
  await app.close()
  await tracing.close()
})
