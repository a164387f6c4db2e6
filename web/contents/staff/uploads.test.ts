import { expect, test } from 'vitest'
import type { NewContent } from '../../../contract/staff/contents.ts'
import { type Upload, uploadMost } from '../../../contract/uploads.ts'
import { CallError, noAnswer } from '../../loading/call.ts'
import { createContentUploads, type Target } from './uploads.ts'

type Items = Partial<NewContent>[]

const inTree = (path: string) => ({ path, file: new File(['x'], path.split('/').at(-1) ?? '') })

/** A course that accepts everything; each upload arrives when the test lets it. */
function course(fail: (items: Items, call: number) => unknown = () => undefined) {
  const sent = new Map<string, PromiseWithResolvers<Upload>>()
  const calls: { items: Items; key: string }[] = []
  const orders: [string | null, string[]][] = []
  const settled: [number, string[]][] = []
  const uploads = createContentUploads({
    upload(_, file) {
      const coming = Promise.withResolvers<Upload>()
      sent.set(file.name, coming)
      return coming.promise
    },
    cancel: () => {},
  })
  const target: Target = {
    parent_id: null,
    async add(items, key) {
      calls.push({ items, key })
      const error = fail(items, calls.length)
      if (error) throw error
      return {
        items: items.map(({ file_name }) => ({ _id: `id of ${file_name}` })),
        changes: [`change ${calls.length}`],
      }
    },
    async order(parent_id, items) {
      orders.push([parent_id, items])
      return ['order']
    },
    onSettled: (done, changes) => settled.push([done, changes]),
  }
  const arrive = (...names: string[]) => {
    for (const name of names) sent.get(name)?.resolve({ location: `/${name}`, filename: name })
  }
  const states = () => Object.fromEntries(uploads.rows().map(({ path, state }) => [path, state]))
  const made = () =>
    calls.map(({ items }) => items.map(({ file_name, parent_id }) => `${parent_id ?? ''}/${file_name}`))
  return { uploads, target, calls, orders, settled, sent, arrive, states, made }
}

/** Resolves once everything has settled that needs no other upload. */
const rest = () => new Promise((done) => setTimeout(done))

test('folders are made level by level and once, and each file lies in its own', async () => {
  const { uploads, target, arrive, made, settled, states } = course()
  uploads.start(target, ['w/code/a.py', 'w/b.pdf', 'c.txt'].map(inTree))
  await rest()
  arrive('a.py', 'b.pdf', 'c.txt')
  await rest()
  expect(made().slice(0, 2)).toEqual([['/w'], ['id of w/code']])
  expect(made().slice(2).flat().sort()).toEqual(['/c.txt', 'id of code/a.py', 'id of w/b.pdf'])
  expect(states()).toEqual({ 'c.txt': 'done', 'w/b.pdf': 'done', 'w/code/a.py': 'done' })
  expect(settled.map(([done]) => done)).toEqual([3])
})

test('what has come while others are being added is added next, and all stand by name in the end', async () => {
  const { uploads, target, arrive, made, orders, settled } = course()
  uploads.start(target, ['1.pdf', '2.pdf', '3.pdf', '10.pdf'].map(inTree))
  await rest()
  arrive('10.pdf', '1.pdf')
  await rest()
  arrive('3.pdf', '2.pdf')
  await rest()
  expect(made().flat().sort()).toEqual(['/1.pdf', '/10.pdf', '/2.pdf', '/3.pdf'])
  expect(made().length).toBeGreaterThan(1)
  expect(orders).toEqual([[null, ['id of 1.pdf', 'id of 2.pdf', 'id of 3.pdf', 'id of 10.pdf']]])
  expect(settled).toEqual([[4, [...made().map((_, i) => `change ${i + 1}`), 'order']]])
})

test('a name that is longer than the course takes is shortened before its ending, so that it holds no other file up', async () => {
  const { uploads, target, arrive, calls, states } = course()
  const [long, folder, plain] = [`${'ก'.repeat(240)}.pdf`, '👩‍🏫'.repeat(50), `${'x'.repeat(250)}`]
  const paths = ['a.pdf', long, plain, `${folder}/b.pdf`]
  uploads.start(target, paths.map(inTree))
  await rest()
  arrive('a.pdf', long, plain, 'b.pdf')
  await rest()
  const names = calls.flatMap(({ items }) => items.map(({ file_name }) => file_name))
  expect(names.toSorted()).toEqual(
    ['a.pdf', `${'ก'.repeat(196)}.pdf`, 'x'.repeat(200), '👩‍🏫'.repeat(40), 'b.pdf'].toSorted(),
  )
  expect(Object.values(states())).toEqual(['done', 'done', 'done', 'done'])
})

test('what is refused says why, and a retry does not send the file again', async () => {
  const { uploads, target, arrive, sent, states, settled } = course(
    (_, call) => call === 1 && new CallError('not_found', 404, 'gone'),
  )
  uploads.start(target, [inTree('a.pdf')])
  await rest()
  arrive('a.pdf')
  await rest()
  const [row] = uploads.rows()
  expect(row).toMatchObject({ state: 'failed', failed: 'not_found' })
  expect(settled).toEqual([])
  sent.clear()
  uploads.retry(row?.key ?? '')
  await rest()
  expect(sent.size).toBe(0)
  expect(states()).toEqual({ 'a.pdf': 'done' })
  expect(settled.map(([done]) => done)).toEqual([1])
})

test('one that is cancelled is not added, and the others go on', async () => {
  const { uploads, target, arrive, made, states, settled } = course()
  uploads.start(target, [inTree('a.pdf'), inTree('b.pdf')])
  await rest()
  uploads.cancel(uploads.rows()[0]?.key ?? '')
  arrive('a.pdf', 'b.pdf')
  await rest()
  expect(made().flat()).toEqual(['/b.pdf'])
  expect(states()).toEqual({ 'b.pdf': 'done' })
  expect(settled.map(([done]) => done)).toEqual([1])
  uploads.clear()
  expect(uploads.rows()).toEqual([])
})

test('a file that is too large is not sent', async () => {
  const { uploads, target, sent } = course()
  const file = new File(['x'], 'big.mp4')
  Object.defineProperty(file, 'size', { value: 20_000_001 })
  uploads.start(target, [{ file, path: 'big.mp4' }])
  await rest()
  expect(sent.size).toBe(0)
  expect(uploads.rows()[0]).toMatchObject({ state: 'failed', failed: 'too_large' })
})

test('all that a lost connection kept back are tried again at once, and what is refused is not', async () => {
  const { uploads, target, arrive, sent, states, settled } = course()
  const large = { path: 'large', file: new File([new Uint8Array(uploadMost + 1)], 'large') }
  uploads.start(target, [...['a.pdf', 'b.pdf'].map(inTree), large])
  for (const name of ['a.pdf', 'b.pdf']) sent.get(name)?.reject(noAnswer())
  await rest()
  expect(states()).toEqual({ 'a.pdf': 'failed', 'b.pdf': 'failed', large: 'failed' })
  uploads.retryAll()
  await rest()
  arrive('a.pdf', 'b.pdf')
  await rest()
  expect(states()).toEqual({ 'a.pdf': 'done', 'b.pdf': 'done', large: 'failed' })
  expect(settled.map(([done]) => done)).toEqual([2])
})

test('what is tried again stands among the others by name, and an order that fails makes nothing twice', async () => {
  const { uploads, target, arrive, sent, states, made, orders, settled } = course()
  uploads.start(target, ['1.pdf', '2.pdf', '3.pdf'].map(inTree))
  sent.get('2.pdf')?.reject(noAnswer())
  arrive('1.pdf', '3.pdf')
  await rest()
  uploads.retryAll()
  await rest()
  arrive('2.pdf')
  await rest()
  expect(orders.at(-1)).toEqual([null, ['id of 1.pdf', 'id of 2.pdf', 'id of 3.pdf']])

  const unordered = { ...target, order: () => Promise.reject(noAnswer()) }
  uploads.start(unordered, ['4.pdf', '5.pdf'].map(inTree))
  arrive('4.pdf')
  await rest()
  arrive('5.pdf')
  await rest()
  expect(states()).toEqual({ '4.pdf': 'done', '5.pdf': 'done' })
  expect(
    made()
      .flat()
      .filter((name) => name === '/5.pdf'),
  ).toHaveLength(1)
  expect(settled.map(([done]) => done)).toEqual([2, 1, 2])
})

test('a call that got no answer goes again as it was, under its key; one that was refused is another call', async () => {
  const offline = [1, 3]
  const { uploads, target, arrive, calls, states, made, settled } = course((_, call) =>
    offline.includes(call) ? noAnswer() : call === 5 && new CallError('not_found', 404, 'gone'),
  )
  uploads.start(target, ['w/1.pdf', 'w/2.pdf', 'w/3.pdf'].map(inTree))
  arrive('1.pdf', '2.pdf', '3.pdf')
  await rest()
  expect(states()).toEqual({ 'w/1.pdf': 'failed', 'w/2.pdf': 'failed', 'w/3.pdf': 'failed' })
  // The first one is on its way when the others are ready; the answer of the first one is lost.
  uploads.retryAll()
  await rest()
  expect(states()).toEqual({ 'w/1.pdf': 'failed', 'w/2.pdf': 'done', 'w/3.pdf': 'done' })
  uploads.retryAll()
  await rest()
  expect(made()).toEqual([['/w'], ['/w'], ['id of w/1.pdf'], ['id of w/2.pdf', 'id of w/3.pdf'], ['id of w/1.pdf']])
  const keys = calls.map(({ key }) => key)
  expect(keys[1]).toBe(keys[0])
  expect(keys[4]).toBe(keys[2])

  uploads.retryAll()
  await rest()
  expect(calls.at(-1)?.items).toEqual(calls[2]?.items)
  expect(new Set(calls.map(({ key }) => key)).size).toBe(4)
  expect(states()).toEqual({ 'w/1.pdf': 'done', 'w/2.pdf': 'done', 'w/3.pdf': 'done' })
  expect(settled.map(([done]) => done)).toEqual([2, 1])
})

test('files that one call placed without an answer go again together, also when only one of them is tried again', async () => {
  const { uploads, target, arrive, calls, states, settled } = course((_, call) => call === 2 && noAnswer())
  uploads.start(target, ['1.pdf', '2.pdf', '3.pdf'].map(inTree))
  await rest()
  arrive('1.pdf', '2.pdf', '3.pdf')
  await rest()
  expect(states()).toEqual({ '1.pdf': 'done', '2.pdf': 'failed', '3.pdf': 'failed' })
  uploads.retry(uploads.rows().find(({ path }) => path === '3.pdf')?.key ?? '')
  await rest()
  expect(calls).toHaveLength(3)
  expect(calls[2]).toEqual(calls[1])
  expect(states()).toEqual({ '1.pdf': 'done', '2.pdf': 'done', '3.pdf': 'done' })
  expect(settled.map(([done]) => done)).toEqual([1, 2])
})
