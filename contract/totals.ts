/*
 * The total of a person's scores. Pure, for the server and for trying scores in the browser. All numbers are whole
 * hundredths or fractions of whole numbers: nothing is rounded before the end.
 */

/** A typed number, in whole hundredths. */
export const hundredths = (points: number): bigint => BigInt(Math.round(points * 100))
const plain = (of: bigint): number => Number(of) / 100

export interface Category {
  _id: string
  name: string
  /** In percent. */
  weight: number
  drop_lowest: number
  drop_highest: number
}

export interface Item {
  _id: string
  name: string
  category_id: string | null
  /** The maximum. */
  max: number
  /** Its points count beyond the maximum. */
  extra: boolean
  /** From then on an empty cell counts as nought. */
  zero_from: string | null
  score: number | null
  excused: boolean
}

export interface Letter {
  letter: string
  /** The least percentage. */
  from: number
}

/** The thresholds of the badge (`web/ui/scoreTone.ts`). */
export const usualLetters: Letter[] = [
  { letter: 'A', from: 80 },
  { letter: 'B', from: 70 },
  { letter: 'C', from: 60 },
  { letter: 'D', from: 50 },
  { letter: 'F', from: 0 },
]

/** Whether an item counts, and why not. `missing`: it counts as nought. */
export type Fate = 'counted' | 'extra' | 'missing' | 'excused' | 'empty' | 'lowest' | 'highest' | 'outside'

export interface Line {
  _id: string
  name: string
  score: number | null
  max: number
  fate: Fate
  /** From when it will count as nought. */
  zero_from?: string
}

export interface Part {
  /** Null: the items without a category. */
  _id: string | null
  name: string
  /** In percent of the total; absent where points count as they are. */
  weight?: number
  /** The points that count, and their maximum. */
  points: number
  max: number
  /** To hundredths; null: nothing counts. */
  percent: number | null
  lines: Line[]
}

export interface Total {
  /** To hundredths, half upwards; null: nothing counts yet. */
  percent: number | null
  letter: string | null
  /** Whether categories have weights. */
  weighted: boolean
  parts: Part[]
}

/** A fraction of whole numbers; `of` is positive. */
interface Fraction {
  top: bigint
  of: bigint
}

const plus = (a: Fraction, b: Fraction): Fraction => ({ top: a.top * b.of + b.top * a.of, of: a.of * b.of })
/** In hundredths of a percent, rounded half upwards. */
const rounded = ({ top, of }: Fraction): bigint => (top * 20_000n + of) / (2n * of)

interface Counted {
  line: Line
  score: bigint
  max: bigint
  place: number
}

/** The lower share of the maximum first; of equal ones the larger maximum, then the later item. */
const lower = (a: Counted, b: Counted) => {
  const by = a.score * b.max - b.score * a.max
  if (by !== 0n) return by < 0n ? -1 : 1
  if (a.max !== b.max) return a.max > b.max ? -1 : 1
  return b.place - a.place
}

/**
 * The total of one person. Within a category points are added, after the lowest and then the highest scores were
 * dropped, as many as it says; one always remains. Weights are shared out among the categories in which something
 * counts.
 */
export function totalOf(items: Item[], categories: Category[], letters: Letter[], now: Date): Total {
  const weighted = categories.some(({ weight }) => weight > 0)
  const known = new Set(categories.map(({ _id }) => _id))
  const inCategory = Map.groupBy(items, ({ category_id }) =>
    category_id && known.has(category_id) ? category_id : null,
  )
  const rest = inCategory.get(null) ?? []
  const built = categories.map((category) => partOf(category, inCategory.get(category._id) ?? [], weighted, now))
  if (rest.length > 0) built.push(partOf(undefined, rest, weighted, now))
  const whole = weighted ? weightedSum(built) : plainSum(built)
  const percent = whole && rounded(whole)
  return {
    percent: percent === undefined ? null : plain(percent),
    letter: percent === undefined ? null : letterOf(percent, letters),
    weighted,
    parts: built.map(({ part }) => part),
  }
}

interface Built {
  part: Part
  points: bigint
  max: bigint
}

function partOf(category: Category | undefined, items: Item[], weighted: boolean, now: Date): Built {
  const outside = weighted && !category
  const lines: Line[] = []
  const counted: Counted[] = []
  let extra = 0n
  for (const [place, item] of items.entries()) {
    const late = item.zero_from !== null && new Date(item.zero_from) <= now
    const fate = outside ? 'outside' : fateOf(item, late)
    const zero_from = fate === 'empty' && !item.extra ? item.zero_from : null
    const { _id, name, max } = item
    const line: Line = { _id, name, score: item.score, max, fate, ...(zero_from && { zero_from }) }
    lines.push(line)
    const score = hundredths(item.score ?? 0)
    if (fate === 'extra') extra += score
    // An item without a maximum has no share of it: it is never dropped.
    else if ((fate === 'counted' || fate === 'missing') && item.max === 0) extra += score
    else if (fate === 'counted' || fate === 'missing') counted.push({ line, score, max: hundredths(item.max), place })
  }
  const kept = category ? drop(counted, category) : counted
  const points = kept.reduce((sum, { score }) => sum + score, extra)
  const max = kept.reduce((sum, one) => sum + one.max, 0n)
  // Extra credit adds to the other points: where nothing else counts, it makes no share of the total. A category without
  // a weight makes none, either, whatever it will have.
  const isWeightless = category?.weight === 0
  const without: Fate[] = isWeightless ? ['extra', 'counted', 'missing', 'empty'] : ['extra', 'counted']
  if (weighted && (isWeightless || max === 0n))
    for (const line of lines) {
      if (!without.includes(line.fate)) continue
      line.fate = 'outside'
      delete line.zero_from
    }
  const part: Part = {
    _id: category?._id ?? null,
    name: category?.name ?? '',
    ...(weighted && category && { weight: category.weight }),
    points: plain(points),
    max: plain(max),
    percent: max === 0n ? null : plain(rounded({ top: points, of: max })),
    lines,
  }
  return { part, points, max }
}

function fateOf({ score, excused, extra }: Item, late: boolean): Fate {
  if (excused) return 'excused'
  if (score === null) return late && !extra ? 'missing' : 'empty'
  return extra ? 'extra' : 'counted'
}

function drop(counted: Counted[], { drop_lowest, drop_highest }: Category): Counted[] {
  const inOrder = [...counted].sort(lower)
  const low = inOrder.splice(0, Math.min(drop_lowest, Math.max(0, inOrder.length - 1)))
  const most = Math.min(drop_highest, Math.max(0, inOrder.length - 1))
  const high = most > 0 ? inOrder.splice(-most) : []
  for (const { line } of low) line.fate = 'lowest'
  for (const { line } of high) line.fate = 'highest'
  return inOrder
}

const plainSum = (built: Built[]): Fraction | undefined => {
  const top = built.reduce((sum, { points }) => sum + points, 0n)
  const of = built.reduce((sum, { max }) => sum + max, 0n)
  return of === 0n ? undefined : { top, of }
}

function weightedSum(built: Built[]): Fraction | undefined {
  let sum: Fraction = { top: 0n, of: 1n }
  let weights = 0n
  for (const { part, points, max } of built) {
    const weight = hundredths(part.weight ?? 0)
    if (weight === 0n || max === 0n) continue
    sum = plus(sum, { top: points * weight, of: max })
    weights += weight
  }
  return weights === 0n ? undefined : { top: sum.top, of: sum.of * weights }
}

/** The letter of a percentage in hundredths. */
export const letterOf = (percent: bigint, letters: Letter[]): string | null =>
  [...letters].sort((a, b) => b.from - a.from).find(({ from }) => percent >= hundredths(from))?.letter ?? null

/**
 * The least score of one item with which the total reaches a percentage, to hundredths; null: no score up to the
 * maximum does. A higher score lowers the total only where another item becomes the dropped one: between such scores,
 * bisection finds it.
 */
export function scoreNeeded(
  reach: number,
  item: Item,
  { items, categories, now }: { items: Item[]; categories: Category[]; now: Date },
): number | null {
  const most = hundredths(item.max)
  const reaches = (score: bigint) => {
    const tried = { ...item, score: plain(score), excused: false }
    const all = items.map((one) => (one._id === item._id ? tried : one))
    return (totalOf(all, categories, [], now).percent ?? -1) >= reach
  }
  const starts = [0n, ...passing(item, most, items, categories)].sort((a, b) => Number(a - b))
  for (const [i, start] of starts.entries()) {
    let [low, high] = [start, (starts[i + 1] ?? most + 1n) - 1n]
    if (low > high || !reaches(high)) continue
    while (low < high) {
      const middle = (low + high) / 2n
      if (reaches(middle)) high = middle
      else low = middle + 1n
    }
    return plain(low)
  }
  return null
}

/** The scores at which the item's share of its maximum equals that of another item, or just exceeds it. */
function passing(item: Item, most: bigint, items: Item[], categories: Category[]): bigint[] {
  const { drop_lowest = 0, drop_highest = 0 } = categories.find(({ _id }) => _id === item.category_id) ?? {}
  if (drop_lowest + drop_highest === 0) return []
  return items.flatMap(({ _id, category_id, max, score }) => {
    if (_id === item._id || category_id !== item.category_id || max === 0) return []
    const same = (hundredths(score ?? 0) * most) / hundredths(max)
    return [same, same + 1n].filter((one) => one <= most)
  })
}
