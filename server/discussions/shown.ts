import type { MemberGrant } from '../access/rules.ts'
import { type Picture, withSignedAddresses } from '../uploads/pictures.ts'
import type { AboutRow } from './queries.ts'

/** A topic without its posts. Students get only the settings that are on. */
export function aboutOf(row: AboutRow, audience: MemberGrant['audience'], sign: (picture: Picture) => string) {
  const isStaff = audience === 'staff'
  return {
    _id: row.id,
    discussion_title: row.title,
    discussion_description: withSignedAddresses(row.description, row.pictures, sign),
    discussion_datetime: row.publish_at ?? row.created_at,
    ...((isStaff || row.pinned) && { pinned: row.pinned }),
    ...((isStaff || row.locked) && { locked: row.locked }),
    ...((isStaff || row.post_first) && { post_first: row.post_first }),
    ...((isStaff || row.score !== null) && { discussion_score: row.score }),
    ...(isStaff && {
      revision: row.revision,
      publish_at: row.publish_at,
      audience: row.section === null ? null : { section: row.section },
    }),
  }
}
