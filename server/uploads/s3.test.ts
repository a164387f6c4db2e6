import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import { usePlainS3 } from '../testing/s3.ts'
import { type S3Settings, s3Storage, sign } from './s3.ts'
import { NotStored } from './storage.ts'

const store = await usePlainS3()
const settings: S3Settings = {
  endpoint: store.endpoint,
  bucket: 'raintree',
  region: 'us-east-1',
  accessKeyId: 'id',
  secretAccessKey: 'secret',
}
const storage = s3Storage(settings)

beforeEach(() => {
  store.objects.clear()
  store.broken = undefined
})

/** The temporary files that puts have left on this machine. */
const left = async () => (await readdir(tmpdir())).filter((name) => /^raintree-[0-9a-f]{8}-[0-9a-f]{4}-/.test(name))

test('a request is signed as Amazon’s own example is', () => {
  const { authorization } = sign(
    {
      region: 'us-east-1',
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    },
    {
      method: 'GET',
      url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
      headers: {
        range: 'bytes=0-9',
        'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      },
    },
    new Date('2013-05-24T00:00:00Z'),
  )
  expect(authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ' +
      'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, ' +
      'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})

test('bytes and streams come back as they were put, whole and in part', async () => {
  await storage.put('abc-1', Buffer.from('ฝนตก'))
  await storage.put('abc-2', Readable.from([Buffer.from('rain'), Buffer.from('tree')]))
  await storage.put('empty', Buffer.alloc(0))
  expect([...store.objects.keys()]).toEqual(['/raintree/abc-1', '/raintree/abc-2', '/raintree/empty'])
  expect(await text(await storage.open('abc-1'))).toBe('ฝนตก')
  expect(await text(await storage.open('abc-2'))).toBe('raintree')
  expect(await text(await storage.open('abc-2', { start: 4, end: 6 }))).toBe('tre')
  expect(await buffer(await storage.open('empty'))).toHaveLength(0)
})

test('a stream that fails sends nothing, and leaves nothing behind', async () => {
  const before = await left()
  const failing = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      throw new Error('the line broke')
    })(),
  )
  await expect(storage.put('steady', failing)).rejects.toThrow('the line broke')
  await storage.put('other', Buffer.from('x'))
  expect([...store.objects.keys()]).toEqual(['/raintree/other'])
  expect(await left()).toEqual(before)
})

test('what is not there is NotStored, and may be removed', async () => {
  await storage.put('gone', Buffer.from('x'))
  await storage.remove('gone')
  await storage.remove('gone')
  await expect(storage.open('gone')).rejects.toThrow(NotStored)
})

describe('a store that does not do as it is asked', () => {
  test('is no reason to believe that a file is not there', async () => {
    await storage.put('steady', Buffer.from('x'))
    store.broken = 503
    for (const work of [
      () => storage.open('steady'),
      () => storage.put('steady', Buffer.from('y')),
      () => storage.remove('steady'),
    ]) {
      const error = await work().catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ message: expect.stringContaining('answered 503') })
      expect(error).not.toBeInstanceOf(NotStored)
    }
  })

  test('because the key is another is told from one that is away', async () => {
    await expect(s3Storage({ ...settings, accessKeyId: 'other' }).open('steady')).rejects.toThrow(/answered 403/)
    await expect(s3Storage({ ...settings, endpoint: 'http://127.0.0.1:1' }).open('steady')).rejects.toThrow(
      /ECONNREFUSED/,
    )
  })
})

test.each(['', 'ab', '../etc', 'ab/cd', 'ab?cd'])('%j is no key', async (key) => {
  await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow(TypeError)
  await expect(storage.open(key)).rejects.toThrow(TypeError)
})
