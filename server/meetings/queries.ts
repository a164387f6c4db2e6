import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { found } from '../errors.ts'

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
  recording_show: boolean
  recording_password: string
  recording_video: string | null
  recording_audio: string | null
  recording_expire: Date | null
  video_file: FileColumn | null
  audio_file: FileColumn | null
}

const meetings = (courseId: string) => sql`
  select m.*, ${fileOf(sql`m.recording_video_upload`)} as video_file, ${fileOf(sql`m.recording_audio_upload`)} as audio_file
  from meetings m where m.course_id = ${courseId} and m.deleted_at is null`

function fileOf(upload: ReturnType<typeof sql>) {
  return sql`(select json_build_object('id', u.id, 'filename', u.filename) from uploads u where u.id = ${upload})`
}

export const findMeetings = async (db: Kysely<DB>, courseId: string): Promise<MeetingRow[]> => {
  const { rows } = await sql<MeetingRow>`
    ${meetings(courseId)} order by m.start_at desc, m.id limit ${MOST}`.execute(db)
  return rows
}

export const getMeeting = async (db: Kysely<DB>, courseId: string, id: string): Promise<MeetingRow> => {
  const { rows } = await sql<MeetingRow>`${meetings(courseId)} and m.id = ${id}`.execute(db)
  return found(rows[0])
}
