import type { contract } from '../../contract/index.ts'
import type { MemberGrant } from '../access/rules.ts'
import { write } from '../changes/write.ts'
import { addInvitation, newInvitation } from '../courses/invite.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import type { Handlers } from '../serve.ts'
import { findInvitations, getInvitation, type InvitationRow, revokeInvitation } from './queries.ts'

const DAY_MS = 86_400_000

const shown = (row: InvitationRow, { role }: Pick<MemberGrant, 'role'>) => ({
  ...row,
  can: { revoke: role === 'instructor' || row.role !== 'instructor' },
})

/** Staff's calls on invitations for instructors and assistants. */
export function invitationRoutes(deps: Deps): Handlers<typeof contract.invitations> {
  const { db, now } = deps
  return {
    async list(input) {
      return (await findInvitations(db, input.courseId)).map((row) => shown(row, input))
    },
    async create(input) {
      const { viewer, courseId, newId, body } = input
      const id = newId()
      const made = await newInvitation()
      const invitation = { id, courseId, role: body.role, uses: body.uses, createdBy: viewer._id }
      const expires = new Date(now().getTime() + body.days * DAY_MS)
      let isNew = false
      await write(deps, input, { kind: 'invitation_made', about: { _id: id, title: made.code } }, async (trx) => {
        isNew = true
        await addInvitation(trx, { ...invitation, ...made, expires, now: now() })
      })
      // The request came twice. The first reply had the password, and may be lost.
      if (!isNew) throw new Refusal('conflict', { message: 'It was made already. Revoke it and make another one.' })
      return { ...shown(await getInvitation(db, courseId, id), input), password: made.password }
    },
    async revoke(input) {
      const { courseId, params } = input
      const _id = params.invitation_id
      const { code } = await getInvitation(db, courseId, _id)
      await write(deps, input, { kind: 'invitation_revoked', about: { _id, title: code } }, (trx) =>
        revokeInvitation(trx, courseId, _id, now()),
      )
      return { _id }
    },
  }
}
