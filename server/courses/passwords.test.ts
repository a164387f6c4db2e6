import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

test('a password is known by its hash, and no other is', async () => {
  const hash = await hashPassword('เปิดโลก rain')
  expect(hash).toMatch(/^scrypt\$16384\$[\w-]{22}\$[\w-]{43}$/)
  expect(await verifyPassword('เปิดโลก rain', hash)).toBe(true)
  expect(await verifyPassword('เปิดโลก Rain', hash)).toBe(false)
  expect(await verifyPassword('', hash)).toBe(false)
})

test('the same password has another hash each time', async () => {
  expect(await hashPassword('raintree')).not.toBe(await hashPassword('raintree'))
})

test('letters that are written in two ways are one password', async () => {
  expect(await verifyPassword('Nguye\u0302\u0303n', await hashPassword('Nguyễn'))).toBe(true)
})

test('a hash with another work factor is understood', async () => {
  const hash = 'scrypt$1024$AAAAAAAAAAAAAAAAAAAAAA$'
  const { scryptSync } = await import('node:crypto')
  const key = scryptSync('raintree', Buffer.alloc(16), 32, { N: 1024 }).toString('base64url')
  expect(await verifyPassword('raintree', hash + key)).toBe(true)
})

test.each([
  '',
  'raintree',
  'scrypt$16384$salt',
  'scrypt$16384$salt$short',
  'scrypt$3$c2FsdA$c2FsdA',
  `scrypt$1e99$a$b`,
])('what is no hash is refused: %s', async (hash) => {
  expect(await verifyPassword('raintree', hash)).toBe(false)
})
