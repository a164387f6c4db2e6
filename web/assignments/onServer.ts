/**
 * Which of a person's stored texts the server has: worksheet drafts that equal the last known state of the server, with
 * that state. While a save waits for its response, its worksheet counts as unknown.
 */
export function onServer(typed: ReadonlyMap<string, string>): string[] {
  const found: string[] = []
  const [sent, ahead] = [new Set<string>(), new Set<string>()]
  for (const place of typed.keys()) {
    const [area, assignment = ''] = place.split('/')
    if (area === 'save') sent.add(assignment)
  }
  for (const [place, text] of typed) {
    const [area, assignment = ''] = place.split('/')
    if (area !== 'draft' || sent.has(assignment)) continue
    const base = place.replace('draft', 'base')
    if (valueIn(text) !== undefined && valueIn(text) === valueIn(typed.get(base))) found.push(place, base)
    else ahead.add(assignment)
  }
  // The last common state is useless when nothing differs from it.
  for (const place of typed.keys()) {
    const [area, assignment = ''] = place.split('/')
    if (area === 'base' && !sent.has(assignment) && !ahead.has(assignment)) found.push(place)
  }
  return found
}

function valueIn(text: string | undefined): unknown {
  try {
    return (JSON.parse(text ?? '{}') as { value?: unknown } | null)?.value
  } catch {
    return undefined
  }
}
