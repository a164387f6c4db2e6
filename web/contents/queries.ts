import { contents } from '../../contract/contents.ts'
import { query } from '../loading/call.ts'

export const contentsOf = (course_id: string) => query(contents.list, { course_id })
export const contentOf = (course_id: string, content_id: string) => query(contents.one, { course_id, content_id })
export const linksOf = (course_id: string) => query(contents.links, { course_id })
export const playlistsOf = (course_id: string) => query(contents.playlists, { course_id })
