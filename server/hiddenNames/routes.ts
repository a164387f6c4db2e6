import type { contract } from '../../contract/index.ts'
import { findAssignment } from '../assignments/queries.ts'
import { write } from '../changes/write.ts'
import type { Deps } from '../deps.ts'
import { found } from '../errors.ts'
import type { Handlers } from '../serve.ts'
import { setHidden } from './queries.ts'

export function hiddenNameRoutes(deps: Deps): Handlers<typeof contract.hiddenNames> {
  return {
    async set(input) {
      const { courseId, params, body } = input
      const { id, name } = found((await findAssignment(deps.db, { courseId, audience: 'staff' }, params.asgn_id))[0])
      const kind = body.hidden ? 'names_hidden' : 'names_shown'
      await write(deps, input, { kind, about: { _id: id, title: name } }, (trx) =>
        setHidden(trx, { courseId, assignmentId: id }, body.hidden),
      )
      return body
    },
  }
}
