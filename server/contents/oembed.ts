import * as z from 'zod'

/*
 * Asks a video provider about a playlist by oEmbed (https://oembed.com). A setting names the provider, and a typed text
 * only becomes an id in the query, so nobody can make the server request another address. It follows no redirect, and
 * fetches the picture from the provider's own hosts only.
 */

const WAIT_MS = 5_000
const MOST_ANSWER = 100_000
const MOST_PICTURE = 2_000_000
/** The hosts of YouTube's pictures; another provider has its pictures at its own address. */
const PICTURE_HOSTS = ['i.ytimg.com', 'img.youtube.com']

const Answer = z.object({
  title: z.string().trim().min(1),
  author_name: z.string().trim().default(''),
  thumbnail_url: z.string().optional(),
})

export interface Found {
  title: string
  channel: string
  picture: Buffer | undefined
}

/** Undefined: the provider does not know the playlist, or does not answer. */
export async function lookUp(endpoint: string, playlistId: string): Promise<Found | undefined> {
  const asked = new URL(endpoint)
  const playlist = `https://www.youtube.com/playlist?list=${encodeURIComponent(playlistId)}`
  asked.search = new URLSearchParams({ url: playlist, format: 'json' }).toString()
  const bytes = await fetchSome(asked, MOST_ANSWER)
  const answer = Answer.safeParse(bytes && parsed(bytes))
  if (!answer.success) return undefined
  const { title, author_name: channel, thumbnail_url } = answer.data
  const address = URL.parse(thumbnail_url ?? '')
  const isTheirs =
    address &&
    (address.origin === asked.origin || (address.protocol === 'https:' && PICTURE_HOSTS.includes(address.host)))
  return { title, channel, picture: isTheirs ? await fetchSome(address, MOST_PICTURE) : undefined }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

/** The body of a successful answer of at most that length; undefined otherwise. */
async function fetchSome(address: URL, most: number): Promise<Buffer | undefined> {
  try {
    const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(WAIT_MS) })
    if (!answer.ok || !answer.body) {
      await answer.body?.cancel()
      return undefined
    }
    const pieces: Uint8Array[] = []
    let length = 0
    for await (const piece of answer.body) {
      length += piece.length
      // Leaving the loop ends the connection.
      if (length > most) return undefined
      pieces.push(piece)
    }
    return Buffer.concat(pieces)
  } catch {
    return undefined
  }
}
