/** The people who are put into groups. */
interface Student {
  id: string
  /** Empty: in none. */
  section: string
}

/**
 * Deals people out into so many groups, whose sizes differ by one at most: in their order, or section by section, so
 * that each section spreads over all groups. The caller shuffles the people.
 */
export function dealOut(people: Student[], { count, balanced }: { count: number; balanced: boolean }): string[][] {
  const groups = Array.from({ length: Math.min(count, people.length) }, (): string[] => [])
  const dealt = balanced
    ? people.toSorted((a, b) => (a.section < b.section ? -1 : a.section > b.section ? 1 : 0))
    : people
  for (const [i, { id }] of dealt.entries()) groups[i % groups.length]?.push(id)
  return groups
}

/** How many groups so many people need, none larger than `size`. */
export const countFor = (people: number, size: number): number => Math.ceil(people / size)

/** The names of new groups: their numbers continue the existing ones. */
export function namesFor(count: number, name: string, taken: string[]): string[] {
  const used = new Set(taken)
  const names: string[] = []
  for (let n = 1; names.length < count; n++) {
    const next = `${name} ${n}`
    if (!used.has(next)) names.push(next)
  }
  return names
}
