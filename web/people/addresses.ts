/**
 * The email addresses in a text, each once, with or without names, in pieces between lines, commas and semicolons; and
 * the first piece without one.
 */
export function addressesIn(text: string): { addresses: string[]; without: string | undefined } {
  const pieces = text
    .split(/[\n,;]+/)
    .map((piece) => piece.trim())
    .filter(Boolean)
  const found = new Map<string, string>()
  let without: string | undefined
  for (const [i, piece] of pieces.entries()) {
    const addresses = piece.split(/[\s<>"']+/).filter((word) => word.includes('@'))
    // “Jaidee, Somchai <somchai@example.org>”: a name with a comma.
    if (addresses.length === 0 && !pieces[i + 1]?.includes('<')) without ??= piece
    for (const address of addresses) if (!found.has(address.toLowerCase())) found.set(address.toLowerCase(), address)
  }
  return { addresses: [...found.values()], without }
}
