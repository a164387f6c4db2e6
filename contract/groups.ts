import * as z from 'zod/mini'
import { endpoint, Id, Time } from './endpoint.ts'
import { Participant } from './users.ts'

/** Another student put this student into a group. The group's work does not count for them yet. */
export const Invitation = z.object({
  grouping_id: Id,
  group_id: Id,
  group_name: z.string(),
  /** The name of the group's creator; '' when the account was removed. */
  invited_by: z.string(),
  /** The group's submissions, which count for the person once they accept. */
  submitted: z.array(z.object({ assignment_name: z.string(), datetime: Time })),
})
export type Invitation = z.output<typeof Invitation>

export const Group = z.object({
  _id: Id,
  name: z.string(),
  description: z.string(),
  img: z.nullable(z.string()),
  members: z.array(
    z.extend(Participant, {
      /** Not accepted yet: another student put them in, and they have not worked in the group. */
      accepted: z.boolean(),
    }),
  ),
  /** Present while the asking person has yet to accept. */
  invitation: z.optional(Invitation),
  can: z.object({
    /** Whether the asking person is in it and may leave it: it has no submission, or they have not accepted. */
    leave: z.boolean(),
    /** Whether they may join it: they have yet to accept, or they left it before accepting and are in no other. */
    accept: z.boolean(),
  }),
  // For staff alone.
  /** The revision, for If-Match. */
  revision: z.optional(z.int()),
  /** Whether it has a submission. */
  submitted: z.optional(z.boolean()),
})
export type Group = z.output<typeof Group>

export const Grouping = z.object({
  _id: Id,
  grouping_name: z.string(),
  groups: z.array(Group),
  /** The largest size. Absent for students: any. */
  rules: z.optional(
    z.object({
      min_size: z.nullable(z.int()),
      max_size: z.nullable(z.int()),
      /** False: staff alone make groups. */
      students_make: z.boolean(),
      /** Until when students may make and leave groups. */
      made_until: z.nullable(Time),
    }),
  ),
  // For staff alone.
  /** The revision, for If-Match. */
  revision: z.optional(z.int()),
  /** When students first see it, unless an assignment of its groups shows it earlier; null: it is a draft. */
  publish_at: z.optional(z.nullable(Time)),
})
export type Grouping = z.output<typeof Grouping>

const Member = z.union([
  z.uuid(),
  z.pipe(
    z.object({ _id: z.uuid() }),
    z.transform((m) => m._id),
  ),
])

/** The longest name and slogan of a group, and the most people in one. */
export const groupNameMost = 100
export const groupSloganMost = 300
export const groupMembersMost = 100

export const GroupForm = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(groupNameMost)),
  description: z._default(z.string().check(z.trim(), z.maxLength(groupSloganMost)), ''),
  /** Students: ids, or objects with an `_id`. A student who asks is always a member, staff never. */
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
    summary:
      'Makes a group of students of the course, nobody of whom is in another group of the grouping; that of staff may be empty',
    body: GroupForm,
    reply: Group,
    errors: ['already_in_group', 'groups_closed', 'group_full'],
  }),
  accept: endpoint({
    method: 'POST',
    path: `${path}/:grouping_id/:group_id/me`,
    access: 'member',
    summary:
      'Accepts to be in a group into which another student put the person, also after leaving it; ' +
      'what it hands in counts from then on',
    reply: z.object({ accepted: z.literal(true) }),
    errors: ['already_in_group', 'groups_closed', 'group_full'],
  }),
  leave: endpoint({
    method: 'DELETE',
    path: `${path}/:grouping_id/:group_id/me`,
    access: 'member',
    summary: 'Leaves a group that has handed nothing in, or that one has not accepted; the last one takes it away',
    reply: z.object({ left: z.literal(true) }),
    errors: ['conflict', 'groups_closed'],
  }),
}
