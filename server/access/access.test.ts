import { describe, expect, test } from 'vitest'
import type { Ability, Access, Endpoint } from '../../contract/endpoint.ts'
import { contract } from '../../contract/index.ts'
import { Refusal, statusOf } from '../errors.ts'
import { newId } from '../ids.ts'
import { addressOf, requestOf, type Sent } from '../testing/client.ts'
import { examples, type Place } from '../testing/examples.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { enrol, leaveCourse, makeCourse } from '../testing/world.ts'
import { type FormPart, formOf } from '../uploads/testing.ts'
import { type Role, rules } from './rules.ts'

/*
 * Calls every endpoint of the contract as every kind of person. The expected status follows from the endpoint's
 * `access` alone. Each call is an example (server/testing/examples.ts) that succeeds for a person with access, so a
 * refusal is a refusal of the person.
 */

const server = await useServer()
// The addresses of the demo provider are known once the server listens.
await server.listen()

const course = await makeCourse(server.db)
const otherCourse = await makeCourse(server.db)
interface Kind {
  signedIn: boolean
  role?: Role
  admin?: boolean
  may_create?: boolean
}

const kinds = {
  nobody: { signedIn: false },
  'somebody with a made-up token': { signedIn: false },
  'somebody whose session has ended': { signedIn: false },
  'somebody whose session has expired': { signedIn: false },
  'a stranger': { signedIn: true },
  'a student of another course': { signedIn: true },
  'an administrator': { signedIn: true, admin: true },
  'a stranger whom an administrator appointed': { signedIn: true, may_create: true },
  'a student': { signedIn: true, role: 'student' },
  'an assistant': { signedIn: true, role: 'assistant' },
  'an instructor': { signedIn: true, role: 'instructor' },
} satisfies Record<string, Kind>
type KindName = keyof typeof kinds
const kindsOf = Object.entries(kinds) as [KindName, Kind][]

const people = new Map<KindName, SignedIn>()
for (const [name, { role, admin = false, may_create = false }] of kindsOf) {
  const person = await server.person({ admin, may_create })
  if (role) await enrol(server.db, course, person, role)
  people.set(name, person)
}
// Gives each kind of person a session that would be good.
for (const name of ['somebody whose session has ended', 'somebody whose session has expired'] as const) {
  await enrol(server.db, course, personOf(name), 'instructor')
}
await enrol(server.db, otherCourse, personOf('a student of another course'), 'student')

function personOf(name: KindName): SignedIn {
  const person = people.get(name)
  if (!person) throw new Error(name)
  return person
}

/** A new token of this kind of person for each call, because the call may end the session. */
async function tokenFor(name: KindName): Promise<string | undefined> {
  if (name === 'nobody') return undefined
  if (name === 'somebody with a made-up token') return 'f'.repeat(43)
  const { token } = await server.signIn(personOf(name))
  if (name === 'somebody whose session has ended') await server.withToken(token).call(contract.session.end)
  if (name === 'somebody whose session has expired') {
    // The server knew this session a moment ago.
    await server.withToken(token).call(contract.users.me)
    server.clock.pass({ days: 15 })
  }
  return token
}

const abilities: Ability[] = ['author', 'people', 'grade', 'release', 'settings']
const roles: Partial<Record<Access, Role[]>> = {
  member: ['student', 'assistant', 'instructor'],
  student: ['student'],
  staff: ['assistant', 'instructor'],
  instructor: ['instructor'],
  // By the course's default, assistants write and grade.
  author: ['assistant', 'instructor'],
  grade: ['assistant', 'instructor'],
  people: ['instructor'],
  release: ['instructor'],
  settings: ['instructor'],
}

function placeOf(role: Role | undefined) {
  const can = Object.fromEntries(abilities.map((ability) => [ability, roles[ability]?.includes(role as Role)]))
  const audience = role === 'student' ? 'student' : 'staff'
  return {
    ...{ courseId: course.id, versions: expect.any(Object), role, audience, section: '', archived: false },
    can: { ...can, work: role === 'student' },
  }
}

/** The code with which a kind of person is refused; undefined if the endpoint lets them in. */
function expected(access: Access, { signedIn, role, admin, may_create }: Kind): 'let in' | 401 | 403 | 404 {
  if (access === 'public') return 'let in'
  if (!signedIn) return 401
  if (access === 'signedIn') return 'let in'
  if (access === 'admin') return admin ? 'let in' : 403
  if (access === 'creator') return admin || may_create ? 'let in' : 403
  if (!role) return 404
  return roles[access]?.includes(role) ? 'let in' : 403
}

type Named = (place: Place) => Promise<Sent & { form?: FormPart }>
const endpoints = Object.entries(contract).flatMap(([noun, calls]) =>
  Object.entries(calls as Record<string, Endpoint>).map(([name, endpoint]) => {
    const example = (examples as Record<string, Record<string, unknown>>)[noun]?.[name] as Named
    return { title: `${noun}.${name}`, endpoint, example }
  }),
)

/**
 * Endpoints that are open to more people than staff and administrators, by noun: a slip in the contract opens nothing.
 */
const open = {
  session: 'provider callback account end',
  users: 'me',
  notifications: 'list unread readAll readOne stream',
  courses: 'mine upcoming find join register one can activity roster invited joinByLink',
  schedules: 'mine',
  attendance: 'mark',
  announcements: 'list titles one',
  messages: 'one',
  assignments: 'mine due one my submit begin attempts attempt receipt draft saveDraft draftWriters draftVersions',
  receipts: 'verify',
  uploads: 'create own remove file',
  contents: 'list one opened links playlists',
  marks: 'shown',
  offline: 'archive',
  meetings: 'list one',
  feedback: 'ask shown',
  gradebook: 'explain mine',
  discussions: 'list one seen post comment reply editText deleteText',
  groups: 'list one create accept leave',
  jobs: 'one retry',
}

test('students may make the calls that are named here, and no other', () => {
  const named = Object.entries(open).flatMap(([noun, names]) => names.split(' ').map((name) => `${noun}.${name}`))
  const toAnybody: Access[] = ['public', 'signedIn', 'member', 'student']
  const allowed = endpoints.filter(({ endpoint }) => toAnybody.includes(endpoint.access)).map(({ title }) => title)
  expect(allowed.toSorted(), 'name it in `open`, if students may').toEqual(named.toSorted())
})

/** The token that a kind of person sends. */
async function inputFor(name: KindName, endpoint: Endpoint, example: Named) {
  const isStranger = !(kinds[name] as Kind).role && endpoint.path.includes(':course_id')
  return example({ server, course, person: await server.signIn(personOf(isStranger ? 'a student' : name)) })
}

async function statusFor(name: KindName, endpoint: Endpoint, inputOf: () => ReturnType<Named>): Promise<number> {
  // First, because it may let time pass.
  const token = await tokenFor(name)
  const { form, ...input } = await inputOf()
  const address = addressOf(endpoint, input.params, input.query)
  if (endpoint.raw === 'events') return (await server.begin(address, token)).status
  const { payload, headers } = form ? formOf([form]) : requestOf(input)
  const sent = { payload, headers: { ...headers, ...(token && { authorization: token }) } }
  return (await server.nobody.raw(endpoint.method, address, sent)).statusCode
}

describe.each(endpoints)('$title', ({ endpoint, example }) => {
  const { access } = endpoint
  const isLetIn = (kind: Kind) => expected(access, kind) === 'let in'
  const [first] = kindsOf.find(([, kind]) => isLetIn(kind)) as [KindName, Kind]
  let made: ReturnType<Named> | undefined
  /** The call of the first person with access; everyone who is refused sends the same one before. */
  const sharedCall = () => {
    made ??= inputFor(first, endpoint, example)
    return made
  }
  const [letIn, refused] = [kindsOf.filter(([, kind]) => isLetIn(kind)), kindsOf.filter(([, kind]) => !isLetIn(kind))]

  test.each(refused)('%s', async (name, kind) => {
    server.clock.reset()
    expect(await statusFor(name, endpoint, sharedCall)).toBe(expected(access, kind))
  })

  test.each(letIn)('%s', async (name) => {
    server.clock.reset()
    const ownCall = () => inputFor(name, endpoint, example)
    const status = await statusFor(name, endpoint, name === first ? sharedCall : ownCall)
    expect(status).toBe(endpoint.raw === 'redirect' ? 302 : (endpoint.status ?? 200))
  })
})

describe.each(Object.keys(rules) as Access[])('the rule "%s"', (access) => {
  const grantTo = async (name: KindName) => {
    const { signedIn, admin = false, may_create = false } = kinds[name] as Kind
    const { id, token } = personOf(name)
    const viewer = signedIn ? { _id: id, token, admin, may_create, first: '', last: '', email: '', img: null } : null
    const params = { course_id: course.id }
    const grant = await rules[access]({ viewer, params, db: server.db, asStudent: false, isRead: true })
    return { viewer, grant }
  }

  test.each(kindsOf)('%s', async (name, kind) => {
    server.clock.reset()
    const right = expected(access, kind)
    if (right !== 'let in') {
      const refusal = await grantTo(name).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(Refusal)
      expect(statusOf[(refusal as Refusal).code]).toBe(right)
      return
    }
    const { viewer, grant } = await grantTo(name)
    expect(grant).toEqual({ viewer, ...(roles[access] && placeOf((kind as Kind).role)) })
  })
})

test('a member of one course is a stranger to a course that is not there, and to a malformed id', async () => {
  server.clock.reset()
  const student = await server.signIn(personOf('a student'))
  for (const course_id of [newId(), 'home', '1', '%00', `${course.id}x`, course.id.slice(1)]) {
    expect(await student.refused(contract.courses.one, { params: { course_id } }), course_id).toMatchObject({
      status: 404,
    })
  }
})

test('who leaves a course is a stranger to it from the next call on', async () => {
  server.clock.reset()
  const person = await server.person()
  await enrol(server.db, course, person, 'student')
  const input = { params: { course_id: course.id } }
  expect(await person.call(contract.courses.one, input)).toMatchObject({ course_id: course.id })
  await leaveCourse(server.db, person)
  expect(await person.refused(contract.courses.one, input)).toEqual({ status: 404, code: 'not_found' })
})
