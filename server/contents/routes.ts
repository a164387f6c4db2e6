import { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import { found } from '../errors.ts'
import type { Handlers } from '../serve.ts'
import { expiryOf, signedAddress } from '../uploads/location.ts'
import { authoringRoutes } from './authoring.ts'
import { findContents, findLinks, findPlaylists, getContents } from './queries.ts'
import { itemsOf, treeOf } from './tree.ts'

export function contentRoutes(deps: Deps): Handlers<typeof contract.contents> {
  const { db, cache, fileKey, now } = deps
  const sign = (file: { id: string; filename: string }) => signedAddress(fileKey, file, now())
  return {
    list: (about) =>
      cache.answer(
        contract.contents.list,
        about,
        async () => treeOf(await findContents(db, about), { audience: about.audience, sign }),
        // The addresses of the files change with it.
        { version: expiryOf(now()) },
      ),
    async one({ params: { content_id }, ...reader }) {
      const rows = await getContents(db, reader, [content_id])
      return found(itemsOf(rows, { audience: reader.audience, sign }, [content_id])[0])
    },
    links: (about) =>
      cache.answer(contract.contents.links, about, async () => {
        const rows = await findLinks(db, about.courseId)
        return rows.map((l) => ({ _id: l.id, link_name: l.name, link_description: l.description, link_url: l.url }))
      }),
    playlists: (about) =>
      cache.answer(contract.contents.playlists, about, async () => {
        const rows = await findPlaylists(db, about.courseId)
        return rows.map((p) => ({
          _id: p.id,
          playlist_id: p.provider_id,
          playlist_title: p.title,
          playlist_channel: p.channel,
          playlist_thumbnails: { url: p.thumbnail },
        }))
      }),
    ...authoringRoutes(deps),
  }
}
