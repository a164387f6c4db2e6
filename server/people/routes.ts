import type { contract } from '../../contract/index.ts'
import { readsGrades } from '../access/abilities.ts'
import { write } from '../changes/write.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import type { Handlers } from '../serve.ts'
import { getAccommodations, grant } from './accommodations.ts'
import { getName, getPersonPage, withoutScores } from './queries.ts'

export function peopleRoutes(deps: Deps): Handlers<typeof contract.people> {
  const { db, now } = deps
  return {
    async one({ courseId, params, ...grant }) {
      const page = await getPersonPage(db, courseId, params.person_id, now())
      return readsGrades(grant) ? page : withoutScores(page)
    },
    async accommodate(input) {
      const { courseId, params, body, revision } = input
      const personId = params.person_id
      const about = { _id: personId, title: await getName(db, courseId, personId) }
      await write(deps, input, { kind: 'accommodations_set', about }, async (trx) => {
        if (await grant(trx, { courseId, personId, revision, now: now(), ...body })) return
        throw new Refusal('conflict', { current: await getAccommodations(trx, courseId, personId) })
      })
      return getAccommodations(db, courseId, personId)
    },
  }
}
