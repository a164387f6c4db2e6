import type { contract } from '../../contract/index.ts'
import { Exception } from '../../contract/staff/exceptions.ts'
import { writeOrTry } from '../changes/write.ts'
import type { Db } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import type { Handlers } from '../serve.ts'
import { exceptionsFor, findExceptions, getName, lockSubject, type Whom } from './queries.ts'
import { type AskedException, isStale, refuseWrong } from './rules.ts'
import { give, givesNothing, removeExceptions } from './writes.ts'

const whomOf = ({ people, groups, sections }: Pick<AskedException, 'people' | 'groups' | 'sections'>): Whom[] => {
  const all: Whom[] = [
    { column: 'person_id', names: people },
    { column: 'group_id', names: groups },
    { column: 'section', names: sections },
  ]
  return all.filter(({ names }) => names.length > 0)
}

export function exceptionRoutes(deps: Deps): Handlers<typeof contract.exceptions> {
  const { db, now } = deps
  return {
    async list({ courseId, params, query }) {
      const of = { courseId, assignmentId: params.asgn_id }
      await getName(db, of)
      return findExceptions(db, of, query)
    },
    async put(input) {
      const of = { courseId: input.courseId, assignmentId: input.params.asgn_id }
      const items: AskedException[] = input.body
      const all = {
        people: items.flatMap(({ people }) => people),
        groups: items.flatMap(({ groups }) => groups),
        sections: items.flatMap(({ sections }) => sections),
      }
      const count = all.people.length + all.groups.length + all.sections.length
      const about = { _id: of.assignmentId, title: await getName(db, of), count }
      const work = async (trx: Db) => {
        refuseWrong(items, await lockSubject(trx, of, all))
        if (items.some(({ revision }) => revision !== undefined)) {
          const there = await exceptionsFor(trx, of, whomOf(all))
          if (items.some((item) => isStale(item, there)))
            throw new Refusal('conflict', { current: there.map((one) => Exception.parse(one)) })
        }
        for (const item of items) {
          for (const some of whomOf(item)) {
            if (givesNothing(item)) await removeExceptions(trx, of, some)
            else await give(trx, of, some, item, now())
          }
        }
      }
      return writeOrTry(deps, input, { kind: 'exceptions_set', about }, work, async (from) => ({
        items: await exceptionsFor(from, of, whomOf(all)),
      }))
    },
  }
}
