import type { contract } from '../../contract/index.ts'
import { type EmptiedSection, Place } from '../../contract/staff/roster.ts'
import type { MemberGrant } from '../access/rules.ts'
import { isRepeat } from '../changes/change.ts'
import { keepCount, write, writeOrTry } from '../changes/write.ts'
import type { Db } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { found, notFound, Refusal } from '../errors.ts'
import type { Handlers } from '../serve.ts'
import { receiveTable, tableAsked } from '../tables/read.ts'
import { findEmptied } from './emptied.ts'
import { applyImport, planImport } from './import.ts'
import { addPlaces, editPlaces, lockPlaces, removePlaces, restorePlaces } from './places.ts'
import { findByEmail, findPending, findPlaces, findRemoved } from './queries.ts'
import { trustedIssuer } from './trusted.ts'

interface Versioned {
  _id: string
  revision: number
}

/** Staff's calls on the people of a course. */
export function rosterRoutes(deps: Deps): Handlers<typeof contract.roster> {
  const { db, now, config } = deps
  const trusted = trustedIssuer(config)

  /** The people of these ids, in the same order. Throws not_found when one is gone. */
  async function placesOf({ courseId }: MemberGrant, ids: string[], from: Db = db): Promise<Place[]> {
    const places = await findPlaces(from, courseId, ids)
    if (places.length < ids.length) throw notFound()
    return places
  }
  /** Locks the people, and returns the newer and missing ones. */
  async function lockAt(trx: Db, { courseId }: MemberGrant, items: Versioned[]): Promise<Place[] | undefined> {
    const revisions = await lockPlaces(trx, courseId, idsOf(items))
    const newer = items.filter(({ _id, revision }) => revisions.get(_id) !== revision)
    if (newer.length === 0) return undefined
    return (await findPlaces(trx, courseId, idsOf(newer))).map((place) => Place.parse(place))
  }
  const lockAll = async (trx: Db, grant: MemberGrant, items: Versioned[]) => {
    const current = await lockAt(trx, grant, items)
    if (current) throw new Refusal('conflict', { current })
  }
  const lockOne = async (trx: Db, grant: MemberGrant, item: Versioned) => {
    const current = await lockAt(trx, grant, [item])
    if (current) throw new Refusal('conflict', { current: found(current[0]) })
  }

  return {
    pending: ({ courseId }) => findPending(db, courseId),
    removed: ({ courseId }) => findRemoved(db, courseId),
    async add(input) {
      const { courseId, newId, body } = input
      const known = async (from: Db) => found((await findByEmail(from, { courseId, trusted }, [body.email]))[0])
      const { id, first, last } = await known(db)
      const title = `${first || body.first} ${last || body.last}`.trim() || body.email
      await write(deps, input, { kind: 'people_added', about: { _id: id ?? newId(), title } }, async (trx) => {
        const { id: personId, state } = await known(trx)
        if (state === 'here' || state === 'pending') {
          const [current] = await findPlaces(trx, courseId, personId ? [personId] : [])
          throw new Refusal('conflict', { message: 'They are on the course already.', current: Place.parse(current) })
        }
        await addPlaces(trx, { courseId, changeId: newId(), now: now() }, [{ ...body, ...(personId && { personId }) }])
      })
      const after = await known(db)
      return found((await findPlaces(db, courseId, after.id ? [after.id] : []))[0])
    },
    async edit(input) {
      const { courseId, revision, body, params } = input
      const _id = params.person_id
      const places = await placesOf(input, [_id])
      await write(deps, input, { kind: 'people_edited', about: aboutOf(places) }, async (trx) => {
        await lockOne(trx, input, { _id, revision })
        const after = places.map(edited(body))
        const { renamed } = await findEmptied(trx, courseId, after)
        await editPlaces(trx, courseId, after, renamed)
      })
      return found((await placesOf(input, [_id]))[0])
    },
    async editMany(input) {
      const { courseId, body } = input
      const ids = idsOf(body.items)
      const places = await placesOf(input, ids)
      const after = body.items.map((item, i) => edited(item)(places[i] as Place))
      let emptied: EmptiedSection[] = []
      return writeOrTry(
        deps,
        input,
        { kind: 'people_edited', about: aboutOf(places) },
        async (trx) => {
          await lockAll(trx, input, body.items)
          const left = await findEmptied(trx, courseId, after)
          emptied = left.emptied
          await editPlaces(trx, courseId, after, left.renamed)
        },
        async (from) => ({ items: await placesOf(input, ids, from), ...(emptied.length > 0 && { emptied }) }),
      )
    },
    async remove(input) {
      const { courseId, revision, params } = input
      const _id = params.person_id
      const about = aboutOf(await placesOf(input, [_id]))
      await write(deps, input, { kind: 'people_removed', about }, async (trx) => {
        await lockOne(trx, input, { _id, revision })
        await removePlaces(trx, courseId, [_id], now())
      })
      return { _id }
    },
    async removeMany(input) {
      const { courseId, body } = input
      const ids = idsOf(body.items)
      const removed = { items: ids.map((_id) => ({ _id })) }
      // They are gone when the request comes again.
      if (await isRepeat(db, input)) return removed
      const about = aboutOf(await placesOf(input, ids))
      return writeOrTry(
        deps,
        input,
        { kind: 'people_removed', about },
        async (trx) => {
          await lockAll(trx, input, body.items)
          await removePlaces(trx, courseId, ids, now())
        },
        async () => removed,
      )
    },
    async restore(input) {
      const { courseId, body } = input
      // They are on the course when the request comes again.
      const people = [...(await findRemoved(db, courseId)), ...(await findPlaces(db, courseId, body.items))]
      const byId = new Map(people.map((person) => [person._id, person]))
      const about = aboutOf(body.items.map((id) => found(byId.get(id))))
      return writeOrTry(
        deps,
        input,
        { kind: 'people_restored', about },
        (trx) => restorePlaces(trx, courseId, body.items),
        async (from) => ({ items: await findPlaces(from, courseId, body.items) }),
      )
    },
    async import(input) {
      const { courseId, query, role, newId } = input
      const { dry_run, digest } = query
      const { filename, table } = await receiveTable(deps, input)
      const options = { courseId, trusted, byInstructor: role === 'instructor', ...tableAsked(query) }
      const planned = await planImport(db, table, options)
      if (dry_run === 'true') return planned.plan
      const about = { _id: newId(), title: filename.slice(0, 200) }
      const applied = await write(deps, input, { kind: 'people_imported', about }, async (trx) => {
        const current = await planImport(trx, table, options)
        if (digest !== undefined && current.plan.digest !== digest)
          throw new Refusal('conflict', { message: 'The course has changed since.', current: current.plan })
        await applyImport(trx, { courseId, changeId: newId(), now: now() }, current)
        const { added, edited, named } = current
        await keepCount(trx, courseId, added.length + edited.length + named.length)
        return current.plan
      })
      return applied ?? planned.plan
    },
  }
}

const idsOf = (items: { _id: string }[]) => items.map(({ _id }) => _id)

const edited =
  ({ role, section }: Partial<Pick<Place, 'role' | 'section'>>) =>
  (place: Place) => ({ id: place._id, role: role ?? place.role, section: section ?? place.section ?? '' })

/** The subject of a change of several people: the first, with how many they are. */
const aboutOf = (people: { _id: string; first: string; last: string; email: string }[]) => {
  const [{ _id, first, last, email } = { _id: '', first: '', last: '', email: '' }] = people
  return { _id, title: `${first} ${last}`.trim() || email, ...(people.length > 1 && { count: people.length }) }
}
