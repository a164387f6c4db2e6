import { Meeting } from '../../contract/meetings.ts'
import { type meetingWrites, recordingMost } from '../../contract/staff/meetings.ts'
import type { MemberGrant } from '../access/rules.ts'
import { thingWriters } from '../changes/things.ts'
import { getZone } from '../courses/zone.ts'
import type { Db } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { idOf } from '../ids.ts'
import { publishAt } from '../publishing/rules.ts'
import type { Handlers } from '../serve.ts'
import { holdUploads } from '../uploads/hold.ts'
import { signedAddress } from '../uploads/location.ts'
import { receiveUpload } from '../uploads/receive.ts'
import { fullNameOf } from '../users/name.ts'
import { getMeeting } from './queries.ts'
import { isRecording, recordingColumns } from './recordings.ts'
import { againOf, shownMeeting, timesOf } from './rules.ts'
import { editFollowing, removeFollowing, repeatMeeting } from './writes.ts'

/** Staff's calls on the meetings of a course. */
export function authoringRoutes(deps: Deps): Handlers<typeof meetingWrites> {
  const { db, now, fileKey } = deps
  const read = async (from: Db, grant: MemberGrant, id: string) =>
    shownMeeting(await getMeeting(from, grant, id), grant.audience, (file) => signedAddress(fileKey, file, now()))
  const writers = thingWriters(deps, { noun: 'meeting', table: 'meetings', read, schema: Meeting })
  return {
    upload: (input) => receiveUpload(deps, input, { most: recordingMost, takes: isRecording }),
    async create(input) {
      const { viewer, courseId, newId, body } = input
      const id = newId()
      const times = timesOf(body, { start_at: new Date(body.meeting_start), end_at: null })
      const again = againOf(times, body.meeting_again).map((one, i) => ({ id: idOf(id, String(i)), ...one }))
      const recording = await recordingColumns(db, { asked: body.meeting_recording, ownerId: viewer._id })
      const columns = {
        title: body.meeting_title,
        host: body.meeting_host ?? fullNameOf(viewer),
        link: body.meeting_link,
        publish_at: publishAt(body.publish_at, { publish_at: null }, now()),
        series_id: again.length > 0 ? id : null,
        ...times,
        ...recording.columns,
      }
      return writers.create(input, columns, {
        title: columns.title,
        async andThen(trx) {
          await holdUploads(trx, recording.uploads)
          await repeatMeeting(trx, courseId, id, again)
        },
      })
    },
    async edit(input) {
      const { viewer, courseId, body, query, params } = input
      const id = params.meeting_id
      const before = await getMeeting(db, input, id)
      const times = timesOf(body, before)
      const recording = await recordingColumns(db, { asked: body.meeting_recording, before, ownerId: viewer._id })
      const shared = {
        ...(body.meeting_title !== undefined && { title: body.meeting_title }),
        ...(body.meeting_host !== undefined && { host: body.meeting_host }),
        ...(body.meeting_link !== undefined && { link: body.meeting_link }),
        ...(body.publish_at !== undefined && { publish_at: publishAt(body.publish_at, before, now()) }),
      }
      const columns = { ...shared, ...times, ...recording.columns }
      const andThen = async (trx: Db) => {
        await holdUploads(trx, recording.uploads)
        if (query.following !== 'true' || !before.series_id) return
        const length = body.meeting_end === undefined ? undefined : lengthOf(times)
        const moved = { from: before.start_at, to: times.start_at, zone: await getZone(trx, courseId) }
        await editFollowing(trx, courseId, before, { columns: shared, ...moved, length })
      }
      return writers.edit(input, id, columns, { title: columns.title ?? before.title, before, andThen })
    },
    async remove(input) {
      const { courseId, query, params } = input
      const id = params.meeting_id
      const before = await getMeeting(db, input, id)
      const andThen = async (trx: Db) => {
        if (query.following === 'true' && before.series_id) await removeFollowing(trx, courseId, before, now())
      }
      return writers.remove(input, id, { title: before.title, andThen })
    },
  }
}

const lengthOf = ({ start_at, end_at }: { start_at: Date; end_at: Date | null }) =>
  end_at && end_at.getTime() - start_at.getTime()
