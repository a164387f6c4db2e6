import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { replyParser } from './replyParser.ts'

/* Whatever schemas the contract has, the parser sends and refuses the same as they do. */

const Folder = z.object({
  name: z.string().check(z.trim(), z.maxLength(20)),
  get children() {
    return z.optional(z.array(Folder))
  },
})
const Thing = z.object({
  folder: z.nullable(Folder),
  by: z._default(z.string(), 'nobody'),
  state: z.union([z.object({ at: z.iso.datetime() }), z.literal('draft')]),
  kind: z.discriminatedUnion('type', [
    z.object({ type: z.literal('a'), n: z.number() }),
    z.object({ type: z.literal('b'), s: z.string() }),
  ]),
  more: z.record(z.string(), z.object({ n: z.int() })),
  rest: z.optional(z.strictObject({ a: z.unknown() })),
  loose: z.optional(z.looseObject({ a: z.number() })),
})
const parseThing = replyParser(Thing)

const right = {
  folder: { name: ' Lectures ', secret: 1, children: [{ name: 'Week 1', children: [], secret: 2 }] },
  state: { at: '2026-11-24T00:00:00Z', secret: 3 },
  kind: { type: 'b', s: 'x', secret: 4 },
  more: { x: { n: 1, secret: 5 } },
  loose: { a: 1, kept: true },
  secret: 6,
}

test.each([
  ['whole', right],
  ['with null and a plain value', { ...right, folder: null, state: 'draft' }],
  ['with a strict part', { ...right, rest: { a: 1 } }],
])('an answer %s is what its schema makes of it', (_how, answer) => {
  expect(parseThing(answer)).toEqual(Thing.parse(answer))
  expect(JSON.stringify(parseThing(answer))).toBe(JSON.stringify(Thing.parse(answer)))
  expect(JSON.stringify(parseThing(answer))).not.toContain('secret')
})

test.each([
  ['without a field', { ...right, more: undefined }],
  ['with a child that is none', { ...right, folder: { name: 'a', children: [{}] } }],
  ['with a text that is too long', { ...right, folder: { name: 'a'.repeat(30) } }],
  ['of an unknown kind', { ...right, kind: { type: 'c' } }],
  ['with more than a strict part takes', { ...right, rest: { a: 1, b: 2 } }],
  ['that is nothing', null],
])('an answer %s is refused, with the same reasons', (_how, answer) => {
  const refused = Thing.safeParse(answer)
  expect(refused.success).toBe(false)
  expect(() => parseThing(answer)).toThrow(expect.objectContaining({ issues: refused.error?.issues }))
})
