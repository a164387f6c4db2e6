import * as z from 'zod/mini'
import { ExternalLink, Playlist } from '../contents.ts'
import { AskedTime, endpoint, Id } from '../endpoint.ts'

/** In UTF-16 code units, as the fields of a browser count. */
export const linkNameMost = 200
export const linkDescriptionMost = 2_000
export const linkUrlMost = 2_000

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(linkNameMost))
const description = z.string().check(z.trim(), z.maxLength(linkDescriptionMost))
const url = z
  .string()
  .check(z.trim(), z.maxLength(linkUrlMost), z.regex(/^https?:\/\/[^\s/]/i, 'must begin with https:// or http://'))
/** A playlist according to its video provider. */
export const playlistIdLooks = /^[\w-]{2,100}$/
const playlistId = z.string().check(z.trim(), z.regex(playlistIdLooks, 'is not the id of a playlist'))
/** Null: a draft. A past time means now; a published thing keeps its time. */
const publishAt = z.nullable(AskedTime)

const links = '/api/courses/:course_id/links'
const playlists = '/api/courses/:course_id/playlists'

/** Staff's calls on external links. */
export const linkWrites = {
  create: endpoint({
    method: 'POST',
    path: links,
    access: 'author',
    summary: 'A new external link: a draft unless `publish_at` is given',
    body: z.object({
      link_name: name,
      link_description: z._default(description, ''),
      link_url: url,
      publish_at: z._default(publishAt, null),
    }),
    reply: ExternalLink,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: `${links}/:link_id`,
    access: 'author',
    summary: 'Changes the given fields; publishes with a `publish_at`, takes it in again with null',
    revision: true,
    body: z.object({
      link_name: z.optional(name),
      link_description: z.optional(description),
      link_url: z.optional(url),
      publish_at: z.optional(publishAt),
    }),
    reply: ExternalLink,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${links}/:link_id`,
    access: 'author',
    summary: 'Removes an external link',
    revision: true,
    reply: z.object({ _id: Id }),
  }),
}

/** The bare or signed address of an upload of one's own, such as `look` returns; null: none. */
const picture = z.nullable(z.string().check(z.maxLength(2_000)))

/** Staff's calls on playlists. */
export const playlistWrites = {
  look: endpoint({
    method: 'POST',
    path: `${playlists}/look`,
    access: 'author',
    summary:
      'What the video provider says of a playlist, and its picture as an upload of the person; null: the provider does ' +
      'not know it, does not answer, or is not asked here',
    body: z.object({ playlist_id: playlistId }),
    reply: z.nullable(
      z.object({
        playlist_title: z.string(),
        playlist_channel: z.string(),
        /** The address opens the picture, and names it in a write. */
        playlist_picture: z.nullable(z.string()),
      }),
    ),
    errors: ['too_many'],
  }),
  create: endpoint({
    method: 'POST',
    path: playlists,
    access: 'author',
    summary: 'A new playlist: a draft unless `publish_at` is given',
    body: z.object({
      playlist_id: playlistId,
      playlist_title: name,
      playlist_channel: z._default(description, ''),
      playlist_picture: z._default(picture, null),
      publish_at: z._default(publishAt, null),
    }),
    reply: Playlist,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: `${playlists}/:row_id`,
    access: 'author',
    summary: 'Changes the given fields of the playlist with that `_id`',
    revision: true,
    body: z.object({
      playlist_id: z.optional(playlistId),
      playlist_title: z.optional(name),
      playlist_channel: z.optional(description),
      playlist_picture: z.optional(picture),
      publish_at: z.optional(publishAt),
    }),
    reply: Playlist,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${playlists}/:row_id`,
    access: 'author',
    summary: 'Removes the playlist with that `_id`',
    revision: true,
    reply: z.object({ _id: Id }),
  }),
}
