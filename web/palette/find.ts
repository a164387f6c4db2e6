import { folded, rankOf } from './match.ts'
import type { Kind, Place } from './places.ts'

export interface Group {
  kind: Kind | 'recent'
  places: Place[]
}

/** The most places of one kind in the list, except tabs; one more word in the search finds the others. */
const MOST = 8
const kinds: Kind[] = ['tab', 'course', 'assignment', 'announcement', 'person', 'topic', 'file', 'folder', 'page']
/** Added to the rank of a recently used place. */
const RECENT_BONUS = 0.5

/** The places that match, best first, grouped by kind. Without a search: recent places, then tabs, courses and pages. */
export function find(all: Place[], recent: Place[], typed: string): Group[] {
  const wanted = folded(typed.trim())
  const groupsOf = (places: Place[]): Group[] =>
    kinds.map((kind) => {
      const ofKind = places.filter((place) => place.kind === kind)
      return { kind, places: kind === 'tab' ? ofKind : ofKind.slice(0, MOST) }
    })
  const used = new Map(recent.map((place) => [place.to, place]))
  if (!wanted) {
    const near = all.filter(({ kind, to }) => ['tab', 'course', 'page'].includes(kind) && !used.has(to))
    return [{ kind: 'recent' as const, places: recent }, ...groupsOf(near)].filter(({ places }) => places.length > 0)
  }
  const known = new Set(all.map(({ to }) => to))
  const ranks = new Map(
    [...all, ...recent.filter(({ to }) => !known.has(to))].flatMap((place) => {
      const rank = rankOf(wanted, folded(place.name), folded(place.detail))
      return rank > 0 ? [[place, rank + (used.has(place.to) ? RECENT_BONUS : 0)] as const] : []
    }),
  )
  const rankIn = (place: Place | undefined) => (place && ranks.get(place)) ?? 0
  return groupsOf([...ranks.keys()].sort((a, b) => rankIn(b) - rankIn(a)))
    .filter(({ places }) => places.length > 0)
    .sort((a, b) => rankIn(b.places[0]) - rankIn(a.places[0]))
}
