import type { Endpoint } from '../../contract/endpoint.ts'
import { contract } from '../../contract/index.ts'
import type { FormPart } from '../uploads/testing.ts'
import type { Sent } from './client.ts'
import { examples, type Place } from './examples.ts'

interface StaffCall {
  title: string
  endpoint: Endpoint
  example: (place: Place) => (Sent & { form?: FormPart }) | Promise<Sent & { form?: FormPart }>
}

/** The kinds of access with which only staff call, and write what belongs to the course. */
const ofStaff = new Set(['staff', 'instructor', 'author', 'people', 'grade', 'release', 'settings'])

/** Every call that writes for staff, with an example that succeeds. */
export const staffCalls: StaffCall[] = Object.entries(contract).flatMap(([noun, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>)
    .filter(([, { method, access }]) => method !== 'GET' && ofStaff.has(access))
    .map(([name, endpoint]) => {
      const example = (examples as Record<string, Record<string, unknown>>)[noun]?.[name]
      return { title: `${noun}.${name}`, endpoint, example: example as StaffCall['example'] }
    }),
)
