import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { uploadMost } from '../../contract/uploads.ts'
import { seed } from '../changes/change.ts'
import { readConfig } from '../config.ts'
import { newId } from '../ids.ts'
import { temporaryFolder } from '../testing/processes.ts'
import { usePlainS3 } from '../testing/s3.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { enrol, makeContent, makeCourse } from '../testing/world.ts'
import { holdUploads } from './hold.ts'
import { locationOf, uploadIdOf } from './location.ts'
import { mostLoose, sweepUploads } from './queries.ts'
import { folderStorage } from './storage.ts'
import { storageOf } from './store.ts'
import { formOf, sendForm, upload } from './testing.ts'

const folder = await temporaryFolder()
const server = await useServer({ DATA_DIR: folder })
const { db } = server
const storage = folderStorage(join(folder, 'files'))
const { create, remove } = contract.uploads

let ploy: SignedIn
let nat: SignedIn

beforeEach(async () => {
  server.clock.reset()
  await seed(db, (trx) => trx.deleteFrom('contents').execute())
  await db.deleteFrom('uploads').execute()
  ploy = await server.person({ first: 'Ploy' })
  nat = await server.person({ first: 'Nat' })
})

const rowOf = (location: string) =>
  db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', uploadIdOf(location) ?? '')
    .executeTakeFirstOrThrow()
const rows = () => db.selectFrom('uploads').selectAll().execute()

/** The names of everything in the storage, half-written files too. */
async function stored(): Promise<string[]> {
  const entries = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

/** Expects that a form is refused, and that nothing of it stays. */
async function refused(...parts: Parameters<typeof formOf>[0]) {
  const before = await stored()
  const answer = await sendForm(ploy, ...parts)
  expect(await stored()).toEqual(before)
  expect(await rows()).toEqual([])
  return { status: answer.statusCode, ...answer.json().error }
}

describe('an upload', () => {
  test('is kept byte for byte, and its location is of nobody else’s making', async () => {
    const bytes = Buffer.from('ฝนตกที่หน้าต่าง\n')
    const answer = await sendForm(ploy, { filename: 'a.txt', type: 'application/pdf', bytes })
    expect(answer.statusCode).toBe(200)
    const { location, filename } = answer.json().data
    expect(filename).toBe('a.txt')
    const row = await rowOf(location)
    expect(location).toMatch(new RegExp(`^${locationOf(row.id)}/a\\.txt\\?e=\\d+&s=`))
    const opened = await server.nobody.raw('GET', location)
    expect([opened.statusCode, opened.rawPayload.equals(bytes)]).toEqual([200, true])
    expect(row).toMatchObject({
      owner_id: ploy.id,
      filename: 'a.txt',
      bytes: bytes.length,
      media_type: 'text/plain',
      held: false,
      sha256: createHash('sha256').update(bytes).digest(),
      created_at: server.clock.now(),
    })
    expect(await buffer(await storage.open(row.storage_key))).toEqual(bytes)
  })

  test.each([
    ['รายงานวิชาการเขียนโปรแกรม.pdf', 'รายงานวิชาการเขียนโปรแกรม.pdf'],
    ['Ngữ pháp.txt'.normalize('NFD'), 'Ngữ pháp.txt'.normalize('NFC')],
    ['C:\\Users\\ploy\\homework.doc', 'homework.doc'],
    ['../../etc/passwd', 'passwd'],
    ['a\u0000b\u202ec.txt', 'abc.txt'],
    ['..', 'file'],
    ['the "last" one.txt', 'the "last" one.txt'],
    ['two\r\nlines.txt', 'twolines.txt'],
    ['100%25 %2F %0a.txt', '100%25 %2F %0a.txt'],
    [`${'ก'.repeat(300)}.pdf`, `${'ก'.repeat(196)}.pdf`],
  ])('called %j is called %j', async (given, kept) => {
    const { filename, location } = await upload(ploy, 'x', given)
    expect(filename).toBe(kept)
    expect((await rowOf(location)).filename).toBe(kept)
  })

  test('may have other fields around it, which are not read', async () => {
    const answer = await sendForm(
      ploy,
      { name: 'course', bytes: '2110101' },
      { filename: 'a.txt', bytes: 'x' },
      { name: 'comment', bytes: 'x'.repeat(5_000) },
    )
    expect(answer.statusCode).toBe(200)
  })

  test('may be empty', async () => {
    const { location } = await upload(ploy, '', 'empty.txt')
    expect(await rowOf(location)).toMatchObject({ bytes: 0 })
  })

  test(`may have ${uploadMost} bytes and not one more, of which nothing stays`, async () => {
    const bytes = Buffer.alloc(uploadMost + 1, 'rain')
    const { location } = await upload(ploy, bytes.subarray(1), 'a.bin')
    expect((await rowOf(location)).bytes).toBe(uploadMost)
    await db.deleteFrom('uploads').execute()
    expect(await refused({ filename: 'a.bin', bytes })).toMatchObject({ status: 413, code: 'too_large' })
  })

  test('that says beforehand that it is far too large is not read', async () => {
    const { headers } = formOf([])
    const answer = await ploy.raw('POST', create.path, {
      headers: { ...headers, 'content-length': '900000000' },
      payload: 'x',
    })
    expect([answer.statusCode, answer.json().error.code]).toEqual([413, 'too_large'])
  })
})

describe('a form', () => {
  const one = { filename: 'a.txt', bytes: 'x' }

  test.each([
    ['without a file', []],
    ['with a field in place of the file', [{ bytes: 'x' }]],
    ['in which no file was chosen', [{ filename: '', bytes: '' }]],
    ['with two files', [one, one]],
    ['with a second file of another name', [one, { ...one, name: 'other' }]],
    ['with a file of another name', [{ ...one, name: 'file' }]],
  ])('%s is invalid', async (_, parts) => {
    expect(await refused(...parts)).toMatchObject({
      status: 400,
      code: 'invalid',
      fields: { attachment: 'must be exactly one file' },
    })
  })

  test('that is no form is of the wrong kind', async () => {
    expect(await ploy.raw('POST', create.path, { payload: { attachment: 'x' } })).toMatchObject({ statusCode: 415 })
    expect(await ploy.raw('POST', create.path)).toMatchObject({ statusCode: 415 })
    const headers = { 'content-type': 'application/octet-stream' }
    expect(await ploy.raw('POST', create.path, { payload: 'x', headers })).toMatchObject({ statusCode: 415 })
  })

  test.each([
    ['no boundary', 'multipart/form-data; charset=utf-8', 'x'],
    ['no end', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="attachment"'],
    [
      'a file without an end',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="attachment"; filename="a.txt"\r\n\r\nhalf',
    ],
  ])('with %s is invalid, and nothing of it stays', async (_, type, payload) => {
    const before = await stored()
    const answer = await ploy.raw('POST', create.path, { payload, headers: { 'content-type': type } })
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'invalid'])
    expect(await stored()).toEqual(before)
    expect(await rows()).toEqual([])
  })

  test('is taken by no other call', async () => {
    const answer = await ploy.raw('POST', contract.notifications.readAll.path, formOf([one]))
    expect(answer.statusCode).toBe(415)
  })

  test('of somebody who leaves half-way leaves nothing', async () => {
    const before = await stored()
    const { port, hostname } = new URL(await server.listen())
    const { payload, headers } = formOf([{ filename: 'a.bin', bytes: Buffer.alloc(3_000_000) }])
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST ${create.path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${ploy.token}\r\n` +
        `Content-Type: ${headers['content-type']}\r\nContent-Length: ${payload.length}\r\n\r\n`,
    )
    socket.write(payload.subarray(0, 1_000_000))
    // Half of it is on the disk.
    await expect.poll(stored).not.toEqual(before)
    socket.destroy()
    await expect.poll(stored).toEqual(before)
    expect(await rows()).toEqual([])
  })
})

test('the 201st upload within an hour is too many, and the next hour begins anew', async () => {
  const key = `upload/${ploy.id}`
  await upload(ploy, 'x')
  expect(await db.updateTable('rate_limits').set({ count: 200 }).where('key', '=', key).execute()).toHaveLength(1)
  server.clock.pass({ minutes: 59 })
  const before = await stored()
  const large = { filename: 'a.bin', bytes: Buffer.alloc(2_000_000) }
  for (const file of [{ filename: 'a.txt', bytes: 'x' }, large]) {
    const answer = await sendForm(ploy, file)
    expect([answer.statusCode, answer.json().error]).toEqual([
      429,
      { code: 'too_many', message: 'Too many tries. Try again in 60 seconds.' },
    ])
  }
  expect(await stored()).toEqual(before)
  const statements = await server.statementsOf(() => sendForm(ploy, large))
  expect(statements.join('\n'), 'refused before it is read').not.toContain('into uploads')
  await upload(nat, 'x')
  server.clock.pass({ minutes: 1 })
  await upload(ploy, 'x')
})

test('staff of a course upload ten times as many within an hour', async () => {
  await enrol(db, await makeCourse(db), ploy, 'assistant')
  await upload(ploy, 'x')
  const counted = (count: number) =>
    db.updateTable('rate_limits').set({ count }).where('key', '=', `upload/${ploy.id}`).execute()
  await counted(200)
  await upload(ploy, 'x')
  await upload(ploy, Buffer.alloc(2_000_000))
  await counted(2_000)
  expect((await sendForm(ploy, { filename: 'a.txt', bytes: 'x' })).statusCode).toBe(429)
})

describe('an Idempotency-Key', () => {
  const send = (person: SignedIn, bytes: string, filename = 'a.txt') => {
    const form = formOf([{ filename, bytes }])
    return person.raw('POST', create.path, { ...form, headers: { ...form.headers, 'idempotency-key': 'k' } })
  }

  test('gives the first upload again, which is there once with its bytes', async () => {
    const before = await stored()
    const first = (await send(ploy, 'first')).json()
    expect((await send(ploy, 'other', 'b.txt')).json()).toEqual(first)
    const together = await Promise.all(Array.from({ length: 10 }, () => send(ploy, 'at once')))
    expect(together.map((answer) => answer.json())).toEqual(Array(10).fill(first))
    const [row, ...more] = await rows()
    expect([more, (await stored()).length]).toEqual([[], before.length + 1])
    expect(String(await buffer(await storage.open(row?.storage_key ?? '')))).toBe('first')
  })

  test('is a key of one person', async () => {
    const answers = [await send(ploy, 'x'), await send(nat, 'x')]
    expect(new Set(answers.map((answer) => answer.json().data.location)).size).toBe(2)
  })
})

test('who has a gigabyte of files here that nothing holds cannot put more beside them, but repeat what was put', async () => {
  const { location } = await upload(ploy, 'x')
  const [form, key] = [formOf([{ filename: 'a.txt', bytes: 'y' }]), { 'idempotency-key': 'k' }]
  const again = () => ploy.raw('POST', create.path, { ...form, headers: { ...form.headers, ...key } })
  const put = await again()
  const row = db.updateTable('uploads').where('id', '=', uploadIdOf(location) ?? '')
  await row.set({ bytes: mostLoose - 1 }).execute()
  const before = await stored()
  const answer = await sendForm(ploy, { filename: 'b.txt', bytes: 'z' })
  expect([answer.statusCode, answer.json().error]).toEqual([
    429,
    { code: 'too_many', message: expect.stringContaining('1 GB of files here that are not handed in') },
  ])
  expect((await again()).json()).toEqual(put.json())
  expect(await stored()).toEqual(before)
  await upload(nat, 'z')
  await row.set({ held: true }).execute()
  await upload(ploy, 'z')
})

test('the bytes stay while nobody knows whether their record was written', async () => {
  const before = await stored()
  const breaking = sql`
    create function break_off() returns trigger language plpgsql as $$ begin raise sqlstate '57P01'; end $$;
    create trigger break_off before insert on uploads for each row execute function break_off()`
  await breaking.execute(db)
  try {
    const { statusCode } = await sendForm(ploy, { filename: 'work.txt', bytes: 'all of it' })
    expect([statusCode, (await stored()).length]).toEqual([503, before.length + 1])
  } finally {
    await sql`drop trigger break_off on uploads; drop function break_off()`.execute(db)
  }
})

test('a form that is refused is refused for what it is while the store is away, which is not asked', async () => {
  const store = await usePlainS3()
  const elsewhere = await useServer({
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: 'raintree',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  })
  const person = await elsewhere.person()
  const [one, two] = [
    { filename: 'a.txt', bytes: 'x' },
    { filename: 'b.txt', bytes: 'y' },
  ]
  expect((await sendForm(person, one)).statusCode).toBe(200)
  store.broken = 503
  expect((await sendForm(person)).statusCode).toBe(400)
  store.broken = undefined
  store.refuses = 'DELETE'
  expect((await sendForm(person, one, two)).statusCode).toBe(400)
})

test('a location that expired is told again, to its owner alone', async () => {
  const { location, filename } = await upload(ploy, 'x')
  const id = uploadIdOf(location) ?? ''
  const ask = (by: SignedIn, ids: string) => by.call(contract.uploads.own, { query: { ids } })
  server.clock.pass({ days: 1 })
  const [again] = await ask(ploy, `${id},${newId()},nothing`)
  expect(again?.filename).toBe(filename)
  expect([
    (await ploy.raw('GET', location)).statusCode,
    (await ploy.raw('GET', again?.location ?? '')).statusCode,
  ]).toEqual([404, 200])
  expect([await ask(nat, id), await ask(ploy, '')]).toEqual([[], []])
})

describe('taking an upload back', () => {
  test('removes it with its bytes', async () => {
    const before = await stored()
    const { location } = await upload(ploy, 'x')
    expect(await ploy.call(remove, { body: { location } })).toEqual({ removed: true })
    expect(await rows()).toEqual([])
    expect(await stored()).toEqual(before)
    expect(await ploy.refused(remove, { body: { location } })).toEqual({ status: 404, code: 'not_found' })
  })

  test('goes by its location with or without a signature, whatever its expiry', async () => {
    const forms: ((location: string) => string)[] = [
      (location) => location,
      (location) => location.replace(/e=\d+/, 'e=1'),
      (location) => location.replace(/\?.*/, ''),
    ]
    for (const form of forms) {
      // As long as an address can be: each letter takes nine characters.
      const { location } = await upload(ploy, 'x', 'รายงาน'.repeat(40))
      await ploy.call(remove, { body: { location: form(location) } })
    }
    expect(await rows()).toEqual([])
  })

  test('is refused while something holds it', async () => {
    const { location } = await upload(ploy, 'x')
    await db.updateTable('uploads').set({ held: true }).execute()
    expect(await ploy.refused(remove, { body: { location } })).toEqual({ status: 409, code: 'file_in_use' })
    expect(await buffer(await storage.open((await rowOf(location)).storage_key))).toHaveLength(1)
  })

  test('is not found for somebody else, and for what is no location', async () => {
    const { location } = await upload(ploy, 'x')
    for (const text of [location, locationOf(newId()), '', '/etc/passwd', '/api/files/../users/me']) {
      expect(await nat.refused(remove, { body: { location: text } }), text).toEqual({ status: 404, code: 'not_found' })
    }
    expect(await rows()).toHaveLength(1)
  })
})

describe('the sweep', () => {
  test('removes uploads that nothing has held for 7 days, with their bytes, and no others', async () => {
    const before = await stored()
    await upload(ploy, 'loose')
    const held = await upload(ploy, 'held')
    await db
      .updateTable('uploads')
      .set({ held: true })
      .where('id', '=', uploadIdOf(held.location) ?? '')
      .execute()
    server.clock.pass({ ms: 1 })
    const young = await upload(ploy, 'young')
    server.clock.pass({ days: 7 })
    await sweepUploads(db, storage, server.clock.now())
    const left = [held, young].map(({ location }) => uploadIdOf(location))
    expect((await rows()).map(({ id }) => id).sort()).toEqual(left.sort())
    expect(await stored()).toHaveLength(before.length + 2)
  })

  test('goes on until nothing is left, however much there is', async () => {
    for (let i = 0; i < 250; i++) {
      const id = newId()
      const file = { filename: 'a', media_type: 'text/plain', bytes: 1, sha256: Buffer.alloc(32), storage_key: id }
      await db
        .insertInto('uploads')
        .values({ id, ...file, created_at: new Date(0) })
        .execute()
    }
    await Promise.all([sweepUploads(db, storage, server.clock.now()), sweepUploads(db, storage, server.clock.now())])
    expect(await rows()).toEqual([])
  })
})

/** The uploads that a row of a course uses without holding them. */
async function useUnheld(location: string): Promise<void> {
  await makeContent(db, await makeCourse(db), { upload_id: uploadIdOf(location) ?? '' })
}

describe('an upload that a row uses without holding it', () => {
  test('stays and is held from the first sweep on, and keeps no other here', async () => {
    const { location } = await upload(ploy, 'used')
    await upload(nat, 'loose')
    await useUnheld(location)
    server.clock.pass({ days: 8 })
    await expect(sweepUploads(db, storage, server.clock.now())).rejects.toThrow('contents_upload_id_fkey')
    expect(await rows()).toMatchObject([{ id: uploadIdOf(location), held: true }])
    await sweepUploads(db, storage, server.clock.now())
    expect(await buffer(await storage.open((await rowOf(location)).storage_key))).toEqual(Buffer.from('used'))
  })

  test('is not taken away by its owner', async () => {
    const { location } = await upload(ploy, 'used')
    await useUnheld(location)
    expect(await ploy.refused(remove, { body: { location } })).toEqual({ status: 409, code: 'file_in_use' })
    expect(await rows()).toHaveLength(1)
  })

  test('is held with all that its transaction names, also of somebody else', async () => {
    const used = [await upload(ploy, 'one'), await upload(nat, 'two')].map(({ location }) => uploadIdOf(location) ?? '')
    const { location: loose } = await upload(ploy, 'three')
    await db.transaction().execute((trx) => holdUploads(trx, used))
    server.clock.pass({ days: 8 })
    await sweepUploads(db, storage, server.clock.now())
    expect((await rows()).map(({ id }) => id).sort()).toEqual(used.sort())
    expect(used).not.toContain(uploadIdOf(loose))
  })
})

test('a file that the store will not remove stays with its record, and keeps no other here', async () => {
  const stuck = await upload(ploy, 'stuck')
  await upload(nat, 'gone')
  const { storage_key } = await rowOf(stuck.location)
  const failing = {
    ...storage,
    remove: (key: string) => (key === storage_key ? Promise.reject(new Error('no')) : storage.remove(key)),
  }
  const before = await stored()
  server.clock.pass({ days: 8 })
  await expect(sweepUploads(db, failing, server.clock.now())).rejects.toThrow('no')
  expect((await rows()).map(({ id }) => id)).toEqual([uploadIdOf(stuck.location)])
  expect(await stored()).toHaveLength(before.length - 1)
})

test('a server on a copy of the database takes nothing out of the store', async () => {
  const trial = storageOf(readConfig({ DATA_DIR: folder, REMOVE_FILES: 'false' }))
  await upload(ploy, 'loose')
  const before = await stored()
  server.clock.pass({ days: 8 })
  await sweepUploads(db, trial, server.clock.now())
  expect([await rows(), await stored()]).toEqual([[], before])
})

test('an upload takes one statement, taking it back two', async () => {
  await ploy.call(contract.users.me)
  let location = ''
  const uploading = await server.statementsOf(async () => {
    location = (await upload(ploy, 'x')).location
  })
  expect(uploading).toHaveLength(1)
  expect(await server.statementsOf(() => ploy.call(remove, { body: { location } }))).toHaveLength(2)
})
