import type { DayCall } from './day.ts'
import { type Driven, drive, percentiles, turns } from './load.ts'
import type { Product } from './product.ts'
import { Dice } from './university/dice.ts'

/* The first week of a semester: everyone looks at everything, some write. */

/** How often each call is made, in relation to the others. */
const weights: Record<string, number> = {
  'home: me': 10,
  'home: notifications': 10,
  'home: upcoming': 10,
  'home: my courses': 10,
  'course home: course': 7,
  'course home: announcements': 7,
  'course home: schedules': 7,
  'course home: activity': 7,
  contents: 8,
  assignments: 5,
  'assignments: due': 5,
  worksheet: 3,
  'worksheet: draft': 3,
  'save a draft': 4,
  submit: 1,
  gradebook: 2,
  'topic of 200 posts': 0.3,
  'roster of the largest': 0.2,
  find: 3,
}

export interface Mixed extends Omit<Driven, 'latencies'> {
  /** The call with the slowest p99, in ms. */
  slowest: { name: string; p99: number }
}

export async function firstWeek(
  { origin, pid }: Pick<Product, 'origin' | 'pid'>,
  day: DayCall[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Mixed> {
  const dice = new Dice('first week')
  const deck = day.flatMap((call) => Array.from({ length: (weights[call.name] ?? 0) * 10 }, () => turns(call)))
  const { latencies, ...figures } = await drive({ origin, pid, connections, seconds, next: () => dice.pick(deck)() })
  const slow = [...latencies].map(([name, ms]) => ({ name, p99: percentiles(ms).p99 }))
  const [slowest] = slow.sort((a, b) => b.p99 - a.p99)
  return { ...figures, slowest: slowest ?? { name: '', p99: 0 } }
}
