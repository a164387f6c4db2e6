import type { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../serve.ts'
import { signedAddress } from '../uploads/location.ts'
import { findContents, findLinks, findPlaylists, getContent } from './queries.ts'
import { itemOf, treeOf } from './tree.ts'

export function contentRoutes({ db, reads, fileKey, now }: Deps): Handlers<typeof contract.contents> {
  const sign = (file: { id: string; filename: string }) => signedAddress(fileKey, file, now())
  return {
    list: async (about) => treeOf(await reads(about, (copy) => findContents(copy, about.courseId)), sign),
    one: async ({ courseId, params }) =>
      itemOf(await getContent(db, courseId, params.content_id), sign, params.content_id.toLowerCase()),
    async links(about) {
      const rows = await reads(about, (copy) => findLinks(copy, about.courseId))
      return rows.map((l) => ({ _id: l.id, link_name: l.name, link_description: l.description, link_url: l.url }))
    },
    async playlists(about) {
      const rows = await reads(about, (copy) => findPlaylists(copy, about.courseId))
      return rows.map((p) => ({
        _id: p.id,
        playlist_id: p.provider_id,
        playlist_title: p.title,
        playlist_channel: p.channel,
        playlist_thumbnails: { url: p.thumbnail },
      }))
    },
  }
}
