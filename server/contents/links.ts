import { createHash, randomUUID } from 'node:crypto'
import { contents, ExternalLink, Playlist } from '../../contract/contents.ts'
import { linkDescriptionMost, linkNameMost, type linkWrites, type playlistWrites } from '../../contract/staff/links.ts'
import { takeTry } from '../access/rateLimit.ts'
import type { MemberGrant } from '../access/rules.ts'
import { thingWriters } from '../changes/things.ts'
import type { Db } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { publishAt } from '../publishing/rules.ts'
import type { Handlers } from '../serve.ts'
import { holdUploads } from '../uploads/hold.ts'
import { signedAddress, uploadIdOf } from '../uploads/location.ts'
import { mediaTypeOf } from '../uploads/mediaType.ts'
import type { Picture } from '../uploads/pictures.ts'
import { addUpload, filenamesOf } from '../uploads/queries.ts'
import { lookUp } from './oembed.ts'
import { findLinks, findPlaylists, getLink, getPlaylist, type LinkRow, type PlaylistRow } from './queries.ts'

const ofStaff = ({ audience }: Pick<MemberGrant, 'audience'>, { revision, publish_at }: LinkRow | PlaylistRow) =>
  audience === 'staff' ? { revision, publish_at } : {}

const shownLink = (l: LinkRow, grant: Pick<MemberGrant, 'audience'>) => ({
  ...{ _id: l.id, link_name: l.name, link_description: l.description, link_url: l.url },
  ...ofStaff(grant, l),
})

type Sign = (picture: Picture) => string

const shownPlaylist = (p: PlaylistRow, grant: Pick<MemberGrant, 'audience'>, sign: Sign) => ({
  ...{ _id: p.id, playlist_id: p.provider_id, playlist_title: p.title, playlist_channel: p.channel },
  playlist_thumbnails: {
    url: p.picture_id && p.picture_filename ? sign({ id: p.picture_id, filename: p.picture_filename }) : p.thumbnail,
  },
  ...ofStaff(grant, p),
})

/** In ms, how often the cache renews a list, long before the addresses of its pictures expire. */
const RENEW_MS = 3_600_000

/** The lists of links and playlists. */
export const linkLists = ({
  db,
  cache,
  now,
  fileKey,
}: Deps): Pick<Handlers<typeof contents>, 'links' | 'playlists'> => ({
  links: (about) =>
    cache.answer(contents.links, about, async () => (await findLinks(db, about)).map((row) => shownLink(row, about)), {
      section: null,
    }),
  playlists: (about) =>
    cache.answer(
      contents.playlists,
      about,
      async () => {
        const sign = (picture: Picture) => signedAddress(fileKey, picture, now())
        return (await findPlaylists(db, about)).map((row) => shownPlaylist(row, about, sign))
      },
      { section: null, version: Math.floor(now().getTime() / RENEW_MS) },
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

/** How many playlists one person may look up within a minute. */
const looks = { most: 30, windowMs: 60_000 }

export function playlistRoutes(deps: Deps): Handlers<typeof playlistWrites> {
  const { db, config, now, fileKey, storage } = deps
  const sign = (picture: Picture) => signedAddress(fileKey, picture, now())
  const read = async (from: Db, grant: MemberGrant, id: string) =>
    shownPlaylist(await getPlaylist(from, grant, id), grant, sign)

  /** The upload of a picture. Throws invalid unless it is the person's own. */
  async function pictureOf({ viewer }: MemberGrant, location: string | null): Promise<string | null> {
    if (location === null) return null
    const id = uploadIdOf(location)
    if (id && (await filenamesOf(db, viewer._id, [id])).has(id)) return id
    throw new Refusal('invalid', { fields: { playlist_picture: 'is not an upload of yours' } })
  }
  const hold = (picture: string | null) => async (trx: Db) => {
    if (picture) await holdUploads(trx, [picture])
  }

  /** Keeps a picture as an upload of the person. The sweep removes it unless a playlist holds it. */
  async function keepPicture({ viewer }: MemberGrant, id: string, bytes: Buffer): Promise<string | null> {
    const media_type = await mediaTypeOf(bytes)
    if (!/^image\/(jpeg|png|webp|gif)$/.test(media_type)) return null
    const filename = `playlist.${media_type.slice('image/'.length)}`
    // Not the id: a repeat must not overwrite the bytes of the first picture.
    const storage_key = randomUUID()
    const facts = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest(), storage_key }
    await storage.put(storage_key, bytes)
    const upload = { id, owner_id: viewer._id, filename, media_type, ...facts, created_at: now() }
    if (await addUpload(db, upload)) return sign(upload)
    await storage.remove(storage_key)
    // The first picture of a look-up that comes again; null where the person has too many loose uploads.
    const first = (await filenamesOf(db, viewer._id, [id])).get(id)
    return first === undefined ? null : sign({ id, filename: first })
  }
  const writers = thingWriters(deps, { noun: 'playlist', table: 'playlists', read, schema: Playlist })
  return {
    async look(input) {
      const { viewer, body, newId } = input
      await takeTry(db, { key: `playlist/${viewer._id}`, ...looks }, now())
      const found = config.playlistLookup && (await lookUp(config.playlistLookup, body.playlist_id))
      if (!found) return null
      return {
        playlist_title: found.title.slice(0, linkNameMost),
        playlist_channel: found.channel.slice(0, linkDescriptionMost),
        playlist_picture: found.picture ? await keepPicture(input, newId(), found.picture) : null,
      }
    },
    async create(input) {
      const { playlist_id: provider_id, playlist_title: title, playlist_channel: channel, publish_at } = input.body
      const picture_id = await pictureOf(input, input.body.playlist_picture)
      const columns = { provider_id, title, channel, picture_id, created_at: now() }
      const at = publishAt(publish_at, { publish_at: null }, now())
      return writers.create(input, { ...columns, publish_at: at }, { title, andThen: hold(picture_id) })
    },
    async edit(input) {
      const { body, params } = input
      const before = await getPlaylist(db, input, params.row_id)
      const columns = {
        provider_id: body.playlist_id ?? before.provider_id,
        title: body.playlist_title ?? before.title,
        channel: body.playlist_channel ?? before.channel,
        picture_id:
          body.playlist_picture === undefined ? before.picture_id : await pictureOf(input, body.playlist_picture),
        publish_at: publishAt(body.publish_at, before, now()),
      }
      const andThen = hold(columns.picture_id)
      return writers.edit(input, before.id, columns, { title: columns.title, before, andThen })
    },
    async remove(input) {
      const { id, title } = await getPlaylist(db, input, input.params.row_id)
      return writers.remove(input, id, { title })
    },
  }
}
