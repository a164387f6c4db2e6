import { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../serve.ts'
import { expiryOf, signedAddress } from '../uploads/location.ts'
import { findContents, findLinks, findPlaylists, getContent } from './queries.ts'
import { itemOf, treeOf } from './tree.ts'

export function contentRoutes({ db, cache, fileKey, now }: Deps): Handlers<typeof contract.contents> {
  const sign = (file: { id: string; filename: string }) => signedAddress(fileKey, file, now())
  return {
    list: (about) =>
      cache.answer(
        contract.contents.list,
        about,
        async () => treeOf(await findContents(db, about.courseId), sign),
        // The addresses of the files change with it.
        { version: expiryOf(now()) },
      ),
    one: async ({ courseId, params }) =>
      itemOf(await getContent(db, courseId, params.content_id), sign, params.content_id),
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
  }
}
