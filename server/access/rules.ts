import { type Kysely, sql } from 'kysely'
import type { Access } from '../../contract/endpoint.ts'
import type { DB } from '../db/schema.ts'
import { found, notFound, Refusal } from '../errors.ts'
import { isId } from '../ids.ts'
import type { Viewer } from '../session/sessions.ts'

export type Role = 'student' | 'assistant' | 'instructor'

export interface MemberGrant {
  viewer: Viewer
  courseId: string
  role: Role
  /** Of what is the same for everyone on the course: it changes with that. */
  version: number
}

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

async function memberOf({ viewer, params, db }: Asked, ...roles: Role[]): Promise<MemberGrant> {
  const person = signedIn(viewer)
  const courseId = params.course_id
  if (!courseId || !isId(courseId)) throw notFound()
  // Asked at nearly every request, so not built anew each time.
  const { rows } = await sql<{ role: Role; version: number }>`
    select r.role, c.version from roster r join courses c on c.id = r.course_id
    where r.course_id = ${courseId} and r.person_id = ${person._id}`.execute(db)
  const { role, version } = found(rows[0])
  if (roles.length > 0 && !roles.includes(role)) throw new Refusal('not_allowed')
  return { viewer: person, courseId, role, version }
}
