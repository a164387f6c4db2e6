import * as z from 'zod/mini'
import { endpoint, Id, Time } from './endpoint.ts'

/** How many items show at first, and how many more at each See More. */
export const contentsPage = 5
/** The height of the preview's frame, in px. */
export const previewHeight = 720

const common = {
  _id: Id,
  file_name: z.string(),
  file_description: z.string(),
  file_upload_datetime: Time,
  file_update_datetime: z.nullable(Time),
}

interface Item<T> {
  _id: string
  file_name: string
  file_description: string
  file_upload_datetime: T
  file_update_datetime: T | null
  /** For a file: its signed address, which works for some hours. */
  file_path?: string
  /** For a file: its media type, such as `application/pdf`. */
  file_type?: string
  file_bytes?: number
  /** For a single page: its Markdown. */
  file_page?: string
  /** For a page that staff write in the product. */
  is_page?: true
  /** For a folder. */
  children?: Item<T>[]
  // For staff alone.
  /** The revision, for If-Match. */
  revision?: number
  /** When students first see it, with all folders around it; null: it is a draft. */
  publish_at?: T | null
}
export type ContentItem = Item<string>

/** A file has a `file_path`, a folder has `children`, at any depth. */
export const ContentItem: z.ZodMiniType<ContentItem, Item<Date | string>> = z.object({
  ...common,
  file_path: z.optional(z.string()),
  file_type: z.optional(z.string()),
  file_bytes: z.optional(z.number()),
  file_page: z.optional(z.string()),
  is_page: z.optional(z.literal(true)),
  get children() {
    return z.optional(z.array(ContentItem))
  },
  revision: z.optional(z.int()),
  publish_at: z.optional(z.nullable(Time)),
})

export const ExternalLink = z.object({
  _id: Id,
  link_name: z.string(),
  link_description: z.string(),
  link_url: z.string(),
  // For staff alone.
  revision: z.optional(z.int()),
  publish_at: z.optional(z.nullable(Time)),
})
export type ExternalLink = z.output<typeof ExternalLink>

export const Playlist = z.object({
  _id: Id,
  /** The id at the video provider. */
  playlist_id: z.string(),
  playlist_title: z.string(),
  playlist_channel: z.string(),
  playlist_thumbnails: z.object({ url: z.nullable(z.string()) }),
  // For staff alone.
  revision: z.optional(z.int()),
  publish_at: z.optional(z.nullable(Time)),
})
export type Playlist = z.output<typeof Playlist>

export const contents = {
  list: endpoint({
    method: 'GET',
    path: '/api/courses/:course_id/contents',
    access: 'member',
    summary: 'The files and folders of the course as a tree, in the order that staff gave them, else newest first',
    reply: z.array(ContentItem),
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/courses/:course_id/contents/:content_id',
    access: 'member',
    summary: 'One file or folder, at any depth',
    reply: ContentItem,
  }),
  opened: endpoint({
    method: 'PUT',
    path: '/api/courses/:course_id/contents/:content_id/opened',
    access: 'student',
    summary: 'Says that the student has opened the file, which its staff are told',
    reply: z.object({ opened: z.literal(true) }),
  }),
  links: endpoint({
    method: 'GET',
    path: '/api/courses/:course_id/links',
    access: 'member',
    summary: 'External links of the course',
    reply: z.array(ExternalLink),
  }),
  playlists: endpoint({
    method: 'GET',
    path: '/api/courses/:course_id/playlists',
    access: 'member',
    summary: 'Video playlists of the course',
    reply: z.array(Playlist),
  }),
}
