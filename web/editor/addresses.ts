/*
 * A text names a picture of the product by its bare address, which lasts and opens nothing. What readers get is signed
 * and expires. So that two versions of a text differ only where somebody changed it, the editor works with bare ones.
 */

/** Texts of before may have a name with brackets. */
const ADDRESS = /(\/api\/files\/[0-9a-f-]{36})(?:\/(?:[^\s()?#]|\([^\s()?#]*\))*\?[^\s)#]*)?/gi

/** The signed addresses that this page has received, by the bare ones. */
const signed = new Map<string, string>()

/** The text with bare addresses. */
export const withBare = (text: string): string =>
  text.replace(ADDRESS, (address, bare: string) => {
    if (address !== bare) signed.set(bare, address)
    return bare
  })

/** The ids of pictures in a text whose signed address this page has not received. */
export const unsignedIn = (text: string): string[] =>
  [...new Set([...text.matchAll(ADDRESS)].map(([, bare = '']) => bare))]
    .filter((bare) => !signed.has(bare))
    .map((bare) => bare.slice(-36))

/** The text with signed addresses, where this page knows them. */
export const withSigned = (text: string): string =>
  text.replace(ADDRESS, (address, bare: string) => signed.get(bare) ?? address)
