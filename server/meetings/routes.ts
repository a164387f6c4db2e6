import type { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../serve.ts'
import { signedAddress } from '../uploads/location.ts'
import { authoringRoutes } from './authoring.ts'
import { findMeetings, getMeeting } from './queries.ts'
import { shownMeeting } from './rules.ts'

export function meetingRoutes(deps: Deps): Handlers<typeof contract.meetings> {
  const { db, fileKey, now } = deps
  const sign = (file: { id: string; filename: string }) => signedAddress(fileKey, file, now())
  return {
    list: async (grant) => (await findMeetings(db, grant)).map((m) => shownMeeting(m, grant.audience, sign)),
    one: async (grant) => shownMeeting(await getMeeting(db, grant, grant.params.meeting_id), grant.audience, sign),
    ...authoringRoutes(deps),
  }
}
