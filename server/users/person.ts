import { type RawBuilder, sql } from 'kysely'
import type { Participant, Person } from '../../contract/users.ts'
import type { Role } from '../access/rules.ts'

/** People row `u` as JSON: a person as others see them, with further fields, none of them null. */
export const personJson = (more?: RawBuilder<unknown>) => sql`json_strip_nulls(json_build_object(
  '_id', u.id, 'first', u.first, 'last', u.last, 'img', u.img, 'email', u.email${more ? sql`, ${more}` : sql``}))`

/** The place of roster row `r` in its course, for staff only. */
export const staffRole = sql`nullif(r.role, 'student')`

type WithPicture = Omit<Person, 'img'> & { img: string | null }

/** A person as others see them. */
export const shownPerson = ({ _id, first, last, img, email }: WithPicture): Person => ({
  _id,
  first,
  last,
  ...(img !== null && { img }),
  email,
})

/** The same for a member of a course. */
export const shownParticipant = (person: WithPicture, role: Role): Participant => ({
  ...shownPerson(person),
  ...(role !== 'student' && { role }),
})
