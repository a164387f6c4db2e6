import * as z from 'zod/mini'
import { AskedTime, endpoint, Id } from '../endpoint.ts'
import { Meeting } from '../meetings.ts'
import { Upload, uploadPart } from '../uploads.ts'

export const meetingTitleMost = 200
export const meetingHostMost = 200
export const addressMost = 2_000
export const recordingPasswordMost = 100
/** The largest recording, in bytes: some hours of a lecture. A person's unused uploads may be twice that. */
export const recordingMost = 500_000_000
/** The most meetings of one repetition, the first included: a year of weeks. */
export const repeatedMost = 53

const time = AskedTime
/** Null: a draft. A past time means now; a published thing keeps its time. */
const publishAt = z.nullable(time)
/** Empty: there is none yet. */
const link = z.union([z.literal(''), z.url({ protocol: /^https?$/, normalize: false }).check(z.maxLength(addressMost))])
/** A web address, or the location of an upload of the caller's own. */
const address = z.nullable(z.string().check(z.maxLength(addressMost)))

const Recording = z.object({
  /** Whether students get it. */
  show: z.optional(z.boolean()),
  password: z.optional(z.string().check(z.maxLength(recordingPasswordMost))),
  video: z.optional(address),
  audio: z.optional(address),
  expire: z.optional(z.nullable(time)),
})

const title = z.string().check(z.trim(), z.minLength(1), z.maxLength(meetingTitleMost))
const host = z.string().check(z.trim(), z.minLength(1), z.maxLength(meetingHostMost))

/** Whether the write covers the later meetings of the series, too. */
const query = z.object({ following: z.optional(z.enum(['true', 'false'])) })

const path = '/api/courses/:course_id/meetings'

/** Staff's calls on meetings. */
export const meetingWrites = {
  upload: endpoint({
    method: 'POST',
    path: `${path}/recording`,
    access: 'author',
    summary: `Takes one video or sound, multipart, part \`${uploadPart}\`, up to ${recordingMost} bytes; its location goes into \`meeting_recording\``,
    form: uploadPart,
    reply: Upload,
    errors: ['invalid', 'too_large', 'wrong_kind', 'too_many'],
  }),
  create: endpoint({
    method: 'POST',
    path,
    access: 'author',
    summary:
      'A new meeting, hosted by the caller unless `meeting_host` is given: a draft unless `publish_at` is. `meeting_again` makes a series: each of its times is the start of one more, as long as the first',
    body: z.object({
      meeting_title: title,
      meeting_start: time,
      meeting_end: z._default(z.nullable(time), null),
      meeting_host: z.optional(host),
      meeting_link: z._default(link, ''),
      meeting_recording: z.optional(z.nullable(Recording)),
      publish_at: z._default(publishAt, null),
      meeting_again: z._default(z.array(time).check(z.maxLength(repeatedMost - 1)), []),
    }),
    reply: Meeting,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: `${path}/:meeting_id`,
    access: 'author',
    summary:
      'Changes the given fields; with `following`, also of those that follow in its series, which move by as much as it does and keep their own recordings',
    revision: true,
    query,
    body: z.object({
      meeting_title: z.optional(title),
      meeting_start: z.optional(time),
      meeting_end: z.optional(z.nullable(time)),
      meeting_host: z.optional(host),
      meeting_link: z.optional(link),
      meeting_recording: z.optional(z.nullable(Recording)),
      publish_at: z.optional(publishAt),
    }),
    reply: Meeting,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:meeting_id`,
    access: 'author',
    summary: 'Removes a meeting; with `following`, also those that follow in its series',
    revision: true,
    query,
    reply: z.object({ _id: Id }),
  }),
}
