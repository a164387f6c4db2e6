import type { ContentItem } from '../../../contract/contents.ts'
import type { Place } from '../../ui/staff/nodes.ts'

/** An order of the server: these things become the first of a folder, in this order; null: of none. */
export interface Order {
  parent_id: string | null
  items: string[]
}

/** The items of one folder. */
interface Level {
  parent_id: string | null
  items: ContentItem[]
}

/** The folder of a thing, with all its items. */
function levelOf(items: ContentItem[], id: string, parent_id: string | null = null): Level | undefined {
  if (items.some((item) => item._id === id)) return { parent_id, items }
  for (const { _id, children } of items) {
    const found = children && levelOf(children, id, _id)
    if (found) return found
  }
  return undefined
}

export const findItem = (items: ContentItem[], id: string): ContentItem | undefined =>
  levelOf(items, id)?.items.find(({ _id }) => _id === id)

/** A thing with everything in it, at any depth. */
export const withAllIn = (item: ContentItem): ContentItem[] => [item, ...(item.children ?? []).flatMap(withAllIn)]

/** The orders that move things to a place; none, where a folder would move into itself. */
export function orderFor(items: ContentItem[], ids: string[], place: Place): Order | undefined {
  const moved = new Set(ids)
  const order = 'on' in place ? { parent_id: place.on, items: ids } : beside(items, ids, moved, place)
  const isInside = ids.some((id) => {
    const item = findItem(items, id)
    return item && withAllIn(item).some(({ _id }) => _id === order?.parent_id)
  })
  return isInside ? undefined : order
}

function beside(
  items: ContentItem[],
  ids: string[],
  moved: Set<string>,
  place: Exclude<Place, { on: string }>,
): Order | undefined {
  const anchor = 'before' in place ? place.before : place.after
  const level = levelOf(items, anchor)
  if (!level) return undefined
  const at = level.items.findIndex(({ _id }) => _id === anchor) + ('after' in place ? 1 : 0)
  const before = level.items.slice(0, at).filter(({ _id }) => !moved.has(_id))
  return { parent_id: level.parent_id, items: [...before.map(({ _id }) => _id), ...ids] }
}

/** The order that moves a thing one place earlier or later; none at the end. */
export function orderForStep(items: ContentItem[], id: string, step: -1 | 1): Order | undefined {
  const level = levelOf(items, id)
  const neighbour = level?.items[level.items.findIndex(({ _id }) => _id === id) + step]
  return neighbour && orderFor(items, [id], step < 0 ? { before: neighbour._id } : { after: neighbour._id })
}

/** The tree after an order. */
export function ordered(items: ContentItem[], { parent_id, items: ids }: Order): ContentItem[] {
  const moved = new Set(ids)
  const without = (level: ContentItem[]): ContentItem[] =>
    level.filter(({ _id }) => !moved.has(_id)).map((item) => inside(item, without))
  const first = ids.flatMap((id) => findItem(items, id) ?? []).map((item) => inside(item, without))
  const into = (level: ContentItem[]): ContentItem[] =>
    level.map((item) => inside(item, (children) => (item._id === parent_id ? [...first, ...children] : into(children))))
  return parent_id === null ? [...first, ...without(items)] : into(without(items))
}

const inside = (item: ContentItem, change: (children: ContentItem[]) => ContentItem[]): ContentItem =>
  item.children ? { ...item, children: change(item.children) } : item
