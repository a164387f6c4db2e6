import type { Db } from '../db/database.ts'
import { Refusal } from '../errors.ts'
import { uploadIdOf } from '../uploads/location.ts'
import { findMediaTypes, type MeetingRow } from './queries.ts'
import { isAddress } from './rules.ts'

export interface AskedRecording {
  show?: boolean
  password?: string
  video?: string | null
  audio?: string | null
  expire?: string | null
}

const none: AskedRecording = { show: false, password: '', video: null, audio: null, expire: null }

const kinds = ['video', 'audio'] as const

/**
 * The columns of the recording fields in a request; null: it has no recording any more. An upload is the caller's own,
 * or the present one. Throws invalid.
 */
export async function recordingColumns(
  db: Db,
  { asked: given = {}, before, ownerId }: { asked?: AskedRecording | null; before?: MeetingRow; ownerId: string },
) {
  const asked = given ?? none
  const uploads = kinds.flatMap((kind) => uploadIdOf(asked[kind] ?? '') ?? [])
  const own = uploads.length > 0 ? await findMediaTypes(db, ownerId, uploads) : new Map<string, string>()

  /** Undefined: the request has none. */
  const media = (kind: (typeof kinds)[number], there: string | undefined) => {
    const address = asked[kind]
    if (address === undefined) return undefined
    if (address === null || address === '') return { address: null, upload: null }
    const refuse = (message: string) => new Refusal('invalid', { fields: { [`meeting_recording.${kind}`]: message } })
    const id = uploadIdOf(address)
    if (id && id === there) return undefined
    if (!id || !own.has(id)) {
      if (isAddress(address)) return { address, upload: null }
      throw refuse('is neither a web address nor an upload of yours')
    }
    if (!isPlayable(kind, own.get(id) ?? '')) throw refuse(`is not ${kind === 'video' ? 'a video' : 'a sound'} file`)
    return { address: null, upload: id }
  }
  const video = media('video', before?.video_file?.id)
  const audio = media('audio', before?.audio_file?.id)
  const columns = {
    ...(asked.show !== undefined && { recording_show: asked.show }),
    ...(asked.password !== undefined && { recording_password: asked.password }),
    ...(asked.expire !== undefined && { recording_expire: asked.expire === null ? null : new Date(asked.expire) }),
    ...(video && { recording_video: video.address, recording_video_upload: video.upload }),
    ...(audio && { recording_audio: audio.address, recording_audio_upload: audio.upload }),
  }
  return { columns, uploads: [video?.upload, audio?.upload].flatMap((id) => id ?? []) }
}

/** A film without pictures counts as a sound, too. */
const isPlayable = (kind: (typeof kinds)[number], type: string) =>
  type.startsWith(`${kind}/`) || (kind === 'audio' && type.startsWith('video/'))

export const isRecording = (type: string): boolean => kinds.some((kind) => isPlayable(kind, type))
