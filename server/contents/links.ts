import { contents, ExternalLink, Playlist } from '../../contract/contents.ts'
import type { linkWrites, playlistWrites } from '../../contract/staff/links.ts'
import type { MemberGrant } from '../access/rules.ts'
import { thingWriters } from '../changes/things.ts'
import type { Db } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { publishAt } from '../publishing/rules.ts'
import type { Handlers } from '../serve.ts'
import { findLinks, findPlaylists, getLink, getPlaylist, type LinkRow, type PlaylistRow } from './queries.ts'

const ofStaff = ({ audience }: Pick<MemberGrant, 'audience'>, { revision, publish_at }: LinkRow | PlaylistRow) =>
  audience === 'staff' ? { revision, publish_at } : {}

const shownLink = (l: LinkRow, grant: Pick<MemberGrant, 'audience'>) => ({
  ...{ _id: l.id, link_name: l.name, link_description: l.description, link_url: l.url },
  ...ofStaff(grant, l),
})

const shownPlaylist = (p: PlaylistRow, grant: Pick<MemberGrant, 'audience'>) => ({
  ...{ _id: p.id, playlist_id: p.provider_id, playlist_title: p.title, playlist_channel: p.channel },
  playlist_thumbnails: { url: p.thumbnail },
  ...ofStaff(grant, p),
})

/** The lists of what lies elsewhere. */
export const linkLists = ({ db, cache }: Deps): Pick<Handlers<typeof contents>, 'links' | 'playlists'> => ({
  links: (about) =>
    cache.answer(contents.links, about, async () => (await findLinks(db, about)).map((row) => shownLink(row, about))),
  playlists: (about) =>
    cache.answer(contents.playlists, about, async () =>
      (await findPlaylists(db, about)).map((row) => shownPlaylist(row, about)),
    ),
})

export function linkRoutes(deps: Deps): Handlers<typeof linkWrites> {
  const { db, now } = deps
  const read = async (from: Db, grant: MemberGrant, id: string) => shownLink(await getLink(from, grant, id), grant)
  const writers = thingWriters(deps, { noun: 'link', table: 'links', read, schema: ExternalLink })
  return {
    create(input) {
      const { link_name: name, link_description: description, link_url: url, publish_at } = input.body
      const columns = { name, description, url, created_at: now() }
      const at = publishAt(publish_at, { publish_at: null }, now())
      return writers.create(input, { ...columns, publish_at: at }, { title: name })
    },
    async edit(input) {
      const { body, params } = input
      const before = await getLink(db, input, params.link_id)
      const columns = {
        name: body.link_name ?? before.name,
        description: body.link_description ?? before.description,
        url: body.link_url ?? before.url,
        publish_at: publishAt(body.publish_at, before, now()),
      }
      return writers.edit(input, before.id, columns, { title: columns.name, before })
    },
    async remove(input) {
      const { id, name: title } = await getLink(db, input, input.params.link_id)
      return writers.remove(input, id, { title })
    },
  }
}

export function playlistRoutes(deps: Deps): Handlers<typeof playlistWrites> {
  const { db, now } = deps
  const read = async (from: Db, grant: MemberGrant, id: string) =>
    shownPlaylist(await getPlaylist(from, grant, id), grant)
  const writers = thingWriters(deps, { noun: 'playlist', table: 'playlists', read, schema: Playlist })
  return {
    create(input) {
      const { playlist_id: provider_id, playlist_title: title, playlist_channel: channel, publish_at } = input.body
      const columns = { provider_id, title, channel, created_at: now() }
      const at = publishAt(publish_at, { publish_at: null }, now())
      return writers.create(input, { ...columns, publish_at: at }, { title })
    },
    async edit(input) {
      const { body, params } = input
      const before = await getPlaylist(db, input, params.row_id)
      const columns = {
        provider_id: body.playlist_id ?? before.provider_id,
        title: body.playlist_title ?? before.title,
        channel: body.playlist_channel ?? before.channel,
        publish_at: publishAt(body.publish_at, before, now()),
      }
      return writers.edit(input, before.id, columns, { title: columns.title, before })
    },
    async remove(input) {
      const { id, title } = await getPlaylist(db, input, input.params.row_id)
      return writers.remove(input, id, { title })
    },
  }
}
