import { type Kysely, sql } from 'kysely'
import type { MemberGrant } from '../access/rules.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { found } from '../errors.ts'
import { isOut } from '../publishing/out.ts'

const MOST = 500

interface FileColumn {
  id: string
  filename: string
}

export interface MeetingRow {
  id: string
  title: string
  host: string
  start_at: Date
  end_at: Date | null
  link: string
  publish_at: Date | null
  revision: number
  series_id: string | null
  recording_show: boolean
  recording_password: string
  recording_video: string | null
  recording_audio: string | null
  recording_expire: Date | null
  video_file: FileColumn | null
  audio_file: FileColumn | null
}

/** The reader: staff see all meetings, students the published ones. */
export type Reader = Pick<MemberGrant, 'courseId' | 'audience'>

const meetings = ({ courseId, audience }: Reader) => sql`
  select m.*, ${fileOf(sql`m.recording_video_upload`)} as video_file, ${fileOf(sql`m.recording_audio_upload`)} as audio_file
  from meetings m where m.course_id = ${courseId} and m.deleted_at is null
    and ${audience === 'student' ? isOut('m') : sql`true`}`

function fileOf(upload: ReturnType<typeof sql>) {
  return sql`(select json_build_object('id', u.id, 'filename', u.filename) from uploads u where u.id = ${upload})`
}

export const findMeetings = async (db: Kysely<DB>, reader: Reader): Promise<MeetingRow[]> => {
  const { rows } = await sql<MeetingRow>`
    ${meetings(reader)} order by m.start_at desc, m.id limit ${MOST}`.execute(db)
  return rows
}

export const getMeeting = async (db: Db, reader: Reader, id: string): Promise<MeetingRow> => {
  const { rows } = await sql<MeetingRow>`${meetings(reader)} and m.id = ${id}`.execute(db)
  return found(rows[0])
}

/** The media types of these uploads, if they are the person's own. */
export async function findMediaTypes(db: Db, owner: string, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; media_type: string }>`
    select id, media_type from uploads where id = any(${ids}::uuid[]) and owner_id = ${owner}`.execute(db)
  return new Map(rows.map(({ id, media_type }) => [id, media_type]))
}
