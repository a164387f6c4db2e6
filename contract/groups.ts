import * as z from 'zod/mini'
import { endpoint, Id } from './endpoint.ts'
import { Person } from './users.ts'

export const Group = z.object({
  _id: Id,
  name: z.string(),
  description: z.string(),
  img: z.nullable(z.string()),
  members: z.array(Person),
  can: z.object({
    /** Whether the asking person is in it and may leave it: it has handed nothing in. */
    leave: z.boolean(),
  }),
})
export type Group = z.output<typeof Group>

export const Grouping = z.object({ _id: Id, grouping_name: z.string(), groups: z.array(Group) })
export type Grouping = z.output<typeof Grouping>

const Member = z.union([
  z.uuid(),
  z.pipe(
    z.object({ _id: z.uuid() }),
    z.transform((m) => m._id),
  ),
])

/** The longest name and slogan of a group, and the most people that are put into one. */
export const groupNameMost = 100
export const groupSloganMost = 300
export const groupMembersMost = 100

export const GroupForm = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(groupNameMost)),
  description: z._default(z.string().check(z.trim(), z.maxLength(groupSloganMost)), ''),
  /** Ids, or objects of which only `_id` is read. The asking person is always in. */
  members: z._default(z.array(Member).check(z.maxLength(groupMembersMost)), []),
})

const path = '/api/courses/:course_id/grouping'

export const groups = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'member',
    summary: 'The groupings of the course, each with its groups',
    reply: z.array(Grouping),
  }),
  one: endpoint({
    method: 'GET',
    path: `${path}/:grouping_id`,
    access: 'member',
    summary: 'The groups of a grouping',
    reply: z.object({ groups: z.array(Group) }),
  }),
  create: endpoint({
    method: 'POST',
    path: `${path}/:grouping_id`,
    access: 'member',
    summary: 'Makes a group of people on the roster, nobody of whom is in another group of the grouping',
    body: GroupForm,
    reply: Group,
    errors: ['already_in_group'],
  }),
  leave: endpoint({
    method: 'DELETE',
    path: `${path}/:grouping_id/:group_id/me`,
    access: 'member',
    summary: 'Leaves a group that has handed nothing in; the last one to leave takes it away',
    reply: z.object({ left: z.literal(true) }),
    errors: ['conflict'],
  }),
}
