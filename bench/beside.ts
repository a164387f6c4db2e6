import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readConfig } from '../server/config.ts'
import { storageOf } from '../server/uploads/store.ts'
import { inTurns, type Measured, ROUNDS, type Side } from './inTurns.ts'

/*
 * The calls of a student’s day before and after, side by side: this version of the product and an earlier one answer in
 * turns. The earlier one is in a folder of its own, whose bench fills its university and starts it.
 */

export interface Beside {
  /** The commit of the earlier version. */
  commit: string
  /** In s, how long each call was driven. */
  seconds: number
  calls: Record<string, { before: Measured; after: Measured }>
}

interface Given {
  /** A checkout of the earlier version. */
  folder: string
  scale: number
  workers: number
  seconds: number
  /** This version. */
  after: Side
  /** Adds the polls of notifications to a day. */
  withPoll: (side: Side) => Promise<Side>
}

export async function beside({ folder, scale, workers, seconds, after, withPoll }: Given): Promise<Beside> {
  const began = new Date()
  const its = <T>(file: string) => import(pathToFileURL(join(resolve(folder), 'bench', file)).href) as Promise<T>
  const { placeOf, prepare, startProduct } = await its<typeof import('./product.ts')>('product.ts')
  const { dayOf } = await its<typeof import('./day.ts')>('day.ts')
  const { readWorld } = await its<typeof import('./world.ts')>('world.ts')
  const { tidy } = await its<typeof import('./tidy.ts')>('tidy.ts')
  const place = placeOf({ scale })
  await prepare(place)
  // The first start fills the demo school.
  await (await startProduct(place, workers)).stop()
  const earlier = await startProduct(place, workers)
  try {
    const day = dayOf(await readWorld(earlier.connection, { seed: place.seed }))
    const before = await withPoll({ ...earlier, day })
    const measured = Object.entries(await inTurns(before, await withPoll(after), seconds))
    const calls = measured.map(([name, [was, is]]) => {
      console.log(
        `beside, ${name}: ${was.rate} and ${is.rate}/s, p95 ${was.p95} and ${is.p95} ms, cpu ${was.cpu} and ${is.cpu} ms`,
      )
      return [name, { before: was, after: is }] as const
    })
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim()
    return { commit, seconds: ROUNDS * seconds, calls: Object.fromEntries(calls) }
  } finally {
    await tidy(earlier.connection, storageOf(readConfig({ DATA_DIR: place.dataDir })), began)
    await earlier.stop()
  }
}
