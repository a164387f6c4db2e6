/**
 * Of all that one person typed on this device, by place, what the server has: the drafts of worksheets that are as the
 * server last had them, with what that was. As long as a save has no answer, nobody knows of that worksheet.
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
  // What was last in common is of no use without anything that differs from it.
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
