import { Grouping } from '../../contract/groups.ts'
import type { GroupImportPlan, groupWrites } from '../../contract/staff/groups.ts'
import type { MemberGrant } from '../access/rules.ts'
import { thingWriters } from '../changes/things.ts'
import { keepCount, write, writeOrTry } from '../changes/write.ts'
import type { Db } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { idOf } from '../ids.ts'
import { publishAt } from '../publishing/rules.ts'
import { trustedIssuer } from '../roster/trusted.ts'
import type { Handlers } from '../serve.ts'
import { receiveTable, tableAsked } from '../tables/read.ts'
import { applyImport, planImport } from './import.ts'
import { getGrouping } from './queries.ts'
import { countFor, dealOut, namesFor } from './rules.ts'
import {
  editGroup,
  findScores,
  findUngrouped,
  lockGroup,
  lockGrouping,
  lockMembers,
  makeGroups,
  moveMembers,
  namesOf,
  refuseIfUsed,
  removeEmptyGroups,
  removeGroup,
} from './writes.ts'

/** Staff's calls on the groupings of a course and their groups. */
export function authoringRoutes(deps: Deps): Handlers<typeof groupWrites> {
  const { db, now } = deps
  const read = (from: Db, { viewer, courseId, audience }: MemberGrant, id: string) =>
    getGrouping(from, { courseId, audience, personId: viewer._id, now: now() }, id)
  const writers = thingWriters(deps, { noun: 'grouping', table: 'groupings', read, schema: Grouping })

  async function lockAt(trx: Db, input: MemberGrant, group: Parameters<typeof lockGroup>[1]) {
    if (await lockGroup(trx, group)) return
    throw new Refusal('conflict', { current: Grouping.parse(await read(trx, input, group.groupingId)) })
  }

  return {
    createGrouping(input) {
      const { grouping_name: name, min_size, max_size, students_make, made_until, publish_at } = input.body
      refuseUnlessInOrder(min_size, max_size)
      const columns = {
        ...{ name, min_size, max_size, students_make, made_until: timeOf(made_until), created_at: now() },
        publish_at: publishAt(publish_at, { publish_at: null }, now()),
      }
      return writers.create(input, columns, { title: name })
    },
    async editGrouping(input) {
      const { body, params } = input
      const there = await read(db, input, params.grouping_id)
      const before = { ...there, publish_at: timeOf(there.publish_at ?? null) }
      const asked = { ...before.rules, ...body }
      refuseUnlessInOrder(asked.min_size, asked.max_size)
      const columns = {
        name: body.grouping_name ?? before.grouping_name,
        ...(body.min_size !== undefined && { min_size: body.min_size }),
        ...(body.max_size !== undefined && { max_size: body.max_size }),
        ...(body.students_make !== undefined && { students_make: body.students_make }),
        ...(body.made_until !== undefined && { made_until: timeOf(body.made_until) }),
        ...(body.publish_at !== undefined && { publish_at: publishAt(body.publish_at, before, now()) }),
      }
      return writers.edit(input, params.grouping_id, columns, { title: columns.name, before })
    },
    async removeGrouping(input) {
      const { courseId, params } = input
      const { grouping_name: title } = await read(db, input, params.grouping_id)
      const andThen = (trx: Db) => refuseIfUsed(trx, { courseId, groupingId: params.grouping_id })
      return writers.remove(input, params.grouping_id, { title, andThen })
    },
    async random(input) {
      const { viewer, courseId, params, body, newId } = input
      const place = { courseId, groupingId: params.grouping_id }
      async function deal(trx: Db) {
        const { groups: taken } = await namesOf(trx, place)
        const people = await findUngrouped(trx, place)
        const count = 'size' in body ? countFor(people.length, body.size) : body.count
        const dealt = dealOut(people, { count, balanced: body.balanced })
        const names = namesFor(dealt.length, body.name, taken)
        return dealt.map((members, i) => ({ id: idOf(newId(), String(i)), name: names[i] ?? '', members }))
      }
      const { name: title } = await namesOf(db, place)
      return writeOrTry(
        deps,
        input,
        { kind: 'groups_made', about: { _id: params.grouping_id, title } },
        async (trx) => {
          await lockGrouping(trx, place)
          const groups = await deal(trx)
          await makeGroups(trx, { ...place, actorId: viewer._id, now: now() }, groups)
          await keepCount(trx, courseId, groups.length)
        },
        (from) => read(from, input, params.grouping_id),
      )
    },
    async move(input) {
      const { courseId, params, body } = input
      const place = { courseId, groupingId: params.grouping_id }
      const { name: title } = await namesOf(db, place)
      const about = { _id: params.grouping_id, title, count: body.items.length }
      const people = body.items.map(({ person_id }) => person_id)
      let effects: Effects | undefined
      return writeOrTry(
        deps,
        input,
        { kind: 'members_moved', about },
        async (trx) => {
          effects = await effectsOf(trx, place, people, () => moveMembers(trx, { ...place, now: now() }, body.items))
        },
        async (from) => ({ ...(await read(from, input, params.grouping_id)), ...effects }),
      )
    },
    async editGroup(input) {
      const { courseId, params, revision, body } = input
      const group = { courseId, groupingId: params.grouping_id, groupId: params.group_id, revision }
      const { name: title } = await namesOf(db, group)
      await write(deps, input, { kind: 'group_edited', about: { _id: params.grouping_id, title } }, async (trx) => {
        await lockAt(trx, input, group)
        await editGroup(trx, group, body)
      })
      return read(db, input, params.grouping_id)
    },
    async removeGroup(input) {
      const { courseId, params, revision } = input
      const group = { courseId, groupingId: params.grouping_id, groupId: params.group_id, revision }
      const { name: title } = await namesOf(db, group)
      await write(deps, input, { kind: 'group_removed', about: { _id: params.grouping_id, title } }, async (trx) => {
        await lockMembers(trx, group)
        await lockAt(trx, input, group)
        await removeGroup(trx, group)
      })
      return read(db, input, params.grouping_id)
    },
    async removeEmpty(input) {
      const { courseId, params } = input
      const place = { courseId, groupingId: params.grouping_id }
      const { name: title } = await namesOf(db, place)
      return writeOrTry(
        deps,
        input,
        { kind: 'groups_removed', about: { _id: params.grouping_id, title } },
        (trx) => removeEmptyGroups(trx, place),
        (from) => read(from, input, params.grouping_id),
      )
    },
    async import(input) {
      const { viewer, courseId, params, query, newId } = input
      const place = { courseId, groupingId: params.grouping_id }
      const { table } = await receiveTable(deps, input)
      const { name: title } = await namesOf(db, place)
      const options = { ...place, ...tableAsked(query), trusted: trustedIssuer(deps.config) }
      let { plan }: { plan: GroupImportPlan } = await planImport(db, table, options)
      return writeOrTry(
        deps,
        input,
        { kind: 'groups_imported', about: { _id: params.grouping_id, title } },
        async (trx) => {
          await lockGrouping(trx, place)
          const current = await planImport(trx, table, options)
          const people = current.moves.map(({ personId }) => personId)
          const by = { ...place, actorId: viewer._id, now: now(), newId: (n: number) => idOf(newId(), String(n)) }
          const effects = await effectsOf(trx, place, people, () => applyImport(trx, by, current))
          plan = { ...current.plan, ...effects }
          if (query.digest !== undefined && plan.digest !== query.digest)
            throw new Refusal('conflict', { message: 'The course has changed since.', current: plan })
          await keepCount(trx, courseId, current.moves.length)
        },
        async () => plan,
      )
    },
  }
}

type Effects = Required<Pick<GroupImportPlan, 'scores_changed' | 'begun'>>

/** The effects of moves on what these people have: how many of their scores change, and what they may begin again. */
async function effectsOf(
  trx: Db,
  place: Parameters<typeof findScores>[1],
  people: string[],
  move: () => Promise<string[]>,
): Promise<Effects> {
  const before = await findScores(trx, place, people)
  const begun = await move()
  const after = [...(await findScores(trx, place, people))]
  return { scores_changed: after.filter((score) => !before.has(score)).length, begun }
}

const timeOf = (at: string | null) => (at === null ? null : new Date(at))

function refuseUnlessInOrder(min: number | null | undefined, max: number | null | undefined): void {
  if (min != null && max != null && min > max)
    throw new Refusal('invalid', { fields: { max_size: 'must not be less than the least' } })
}
