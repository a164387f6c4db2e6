import { type Kysely, sql } from 'kysely'
import type { Can } from '../../contract/courses.ts'
import type { Ability, Access } from '../../contract/endpoint.ts'
import type { Role } from '../../contract/users.ts'
import type { CourseView } from '../cache.ts'
import { askBatched } from '../db/batch.ts'
import { versionsOf } from '../db/courseView.ts'
import type { DB } from '../db/schema.ts'
import { found, notFound, Refusal } from '../errors.ts'
import { isId } from '../ids.ts'
import type { Viewer } from '../session/sessions.ts'
import { abilitiesOf, readOnly } from './abilities.ts'

export type { Role }

/** The course as the person sees it, and their place in it. */
export interface MemberGrant extends CourseView {
  viewer: Viewer
  role: Role
  can: Can
  /** Their section of the course; empty: none. */
  section: string
  /** The course is archived: it can only be read. */
  archived: boolean
}

/**
 * Columns of the person's own data in a course, for the statement that finds their place in it: `r` is the row of the
 * roster, `c` the course. One statement serves many people: see `askBatched` for the parameters.
 */
export type OwnColumns = ReturnType<typeof sql>

/** What each kind of access gives the handler; ids come from here, never from the address. */
export interface Grants extends Record<Ability, MemberGrant> {
  public: { viewer: Viewer | null }
  signedIn: { viewer: Viewer }
  admin: { viewer: Viewer }
  creator: { viewer: Viewer }
  member: MemberGrant
  student: MemberGrant
  staff: MemberGrant
  instructor: MemberGrant
}

interface Asked {
  viewer: Viewer | null
  params: Record<string, string>
  db: Kysely<DB>
  /** `?as=student`: the server answers staff exactly as it answers a student. */
  asStudent: boolean
  /** The call is a GET and changes nothing. */
  isRead: boolean
  /** The endpoint also serves an archived course. */
  evenArchived?: boolean
  /** Further columns that the handler needs. The call throws where an id in the address is none. */
  own?: () => OwnColumns
}

type Rules = { [A in Access]: (asked: Asked) => Grants[A] | Promise<Grants[A]> }

/**
 * Every rule of access, written once. Who is not a member gets the answer of a course that does not exist; a member
 * without the role gets `not_allowed`.
 */
export const rules: Rules = {
  public: ({ viewer }) => ({ viewer }),
  signedIn: ({ viewer }) => ({ viewer: signedIn(viewer) }),
  admin({ viewer }) {
    const person = signedIn(viewer)
    if (!person.admin) throw new Refusal('not_allowed')
    return { viewer: person }
  },
  creator({ viewer }) {
    const person = signedIn(viewer)
    if (!person.admin && !person.may_create) throw new Refusal('not_allowed')
    return { viewer: person }
  },
  member: (asked) => memberOf(asked, () => true),
  student: (asked) => memberOf(asked, ({ role }) => role === 'student'),
  staff: (asked) => memberOf(asked, ({ audience }) => audience === 'staff'),
  instructor: (asked) => memberOf(asked, ({ role }) => role === 'instructor'),
  author: (asked) => memberOf(asked, ({ can }) => can.author),
  people: (asked) => memberOf(asked, ({ can }) => can.people),
  grade: (asked) => memberOf(asked, ({ can }) => can.grade),
  release: (asked) => memberOf(asked, ({ can }) => can.release),
  settings: (asked) => memberOf(asked, ({ can }) => can.settings),
}

function signedIn(viewer: Viewer | null): Viewer {
  if (!viewer) throw new Refusal('not_signed_in')
  return viewer
}

type Place = Pick<MemberGrant, 'role' | 'can' | 'audience'>

function placeOf(role: Role, assistantsMay: string[]): Place {
  return { role, can: abilitiesOf(role, assistantsMay), audience: role === 'student' ? 'student' : 'staff' }
}

async function memberOf(asked: Asked, mayEnter: (place: Place) => boolean): Promise<MemberGrant> {
  const { viewer, params, db, own, asStudent, isRead, evenArchived = false } = asked
  const person = signedIn(viewer)
  const courseId = params.course_id
  if (!courseId || !isId(courseId)) throw notFound()
  const besides = own ? sql`, ${own()}` : sql``
  const [row] = await askBatched(
    db,
    sql<Pick<MemberGrant, 'role' | 'section' | 'versions'> & { assistants_may: string[]; archived: boolean }>`
    select r.role, r.section, c.assistants_may, c.archived_at is not null as archived, ${versionsOf(sql`r.course_id`)}${besides}
    from roster r join courses c on c.id = r.course_id
    where r.course_id = ${courseId}::uuid and r.person_id = ${person._id}::uuid`,
  )
  const { role, section, assistants_may, archived, versions, ...rest } = found(row)
  const place = placeOf(asStudent ? 'student' : role, assistants_may)
  // The student view writes nothing.
  if ((asStudent && !isRead) || !mayEnter(place)) throw new Refusal('not_allowed')
  if (archived && !isRead && !evenArchived) throw new Refusal('archived')
  const can = archived ? readOnly(place.can) : place.can
  return { viewer: person, courseId, ...place, can, section, archived, versions, ...(own && { own: rest }) }
}
