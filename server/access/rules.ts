import { type Kysely, sql } from 'kysely'
import type { Access } from '../../contract/endpoint.ts'
import type { Role } from '../../contract/users.ts'
import { askBatched } from '../db/batch.ts'
import type { DB } from '../db/schema.ts'
import { found, notFound, Refusal } from '../errors.ts'
import { isId } from '../ids.ts'
import type { Viewer } from '../session/sessions.ts'

export type { Role }

export interface MemberGrant {
  viewer: Viewer
  courseId: string
  role: Role
  /** Of what is the same for everyone on the course: it changes with that. */
  version: number
}

/**
 * Columns of what is a person's own in a course, which is read together with their place in it: `r` is the row of the
 * roster, `c` that of the course. They are asked for many at once: see `askBatched` for their parameters.
 */
export type OwnColumns = ReturnType<typeof sql>

/** What each kind of access gives the handler; ids come from here, never from the address. */
export interface Grants {
  public: { viewer: Viewer | null }
  signedIn: { viewer: Viewer }
  admin: { viewer: Viewer }
  member: MemberGrant
  student: MemberGrant
  staff: MemberGrant
  instructor: MemberGrant
}

interface Asked {
  viewer: Viewer | null
  params: Record<string, string>
  db: Kysely<DB>
  /** What a member's handler asks for besides; called once the ids in the address are to be looked at. */
  own?: () => OwnColumns
}

type Rules = { [A in Access]: (asked: Asked) => Grants[A] | Promise<Grants[A]> }

/** Every rule of access, written once. Not a member: as if the course were not there. A member without the role: not allowed. */
export const rules: Rules = {
  public: ({ viewer }) => ({ viewer }),
  signedIn: ({ viewer }) => ({ viewer: signedIn(viewer) }),
  admin({ viewer }) {
    const person = signedIn(viewer)
    if (!person.admin) throw new Refusal('not_allowed')
    return { viewer: person }
  },
  member: (asked) => memberOf(asked),
  student: (asked) => memberOf(asked, 'student'),
  staff: (asked) => memberOf(asked, 'assistant', 'instructor'),
  instructor: (asked) => memberOf(asked, 'instructor'),
}

function signedIn(viewer: Viewer | null): Viewer {
  if (!viewer) throw new Refusal('not_signed_in')
  return viewer
}

async function memberOf({ viewer, params, db, own }: Asked, ...roles: Role[]): Promise<MemberGrant> {
  const person = signedIn(viewer)
  const courseId = params.course_id
  if (!courseId || !isId(courseId)) throw notFound()
  const besides = own ? sql`, ${own()}` : sql``
  const [row] = await askBatched(
    db,
    sql<{ role: Role; version: number }>`
    select r.role, c.version${besides} from roster r join courses c on c.id = r.course_id
    where r.course_id = ${courseId}::uuid and r.person_id = ${person._id}::uuid`,
  )
  const { role, version, ...rest } = found(row)
  if (roles.length > 0 && !roles.includes(role)) throw new Refusal('not_allowed')
  return { viewer: person, courseId, role, version, ...(own && { own: rest }) }
}
