import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { useServer } from '../testing/server.ts'
import { pagePath } from './static.ts'

/* The browser side, when it is built; without it the API works alone. */

const built = existsSync(pagePath)
const server = await useServer()
const ask = (path: string, headers: Record<string, string> = {}) => server.nobody.raw('GET', path, { headers })

test.each([
  '/',
  '/login',
  '/course/1/home',
  '/course//home',
  '/?code=1',
  '/index',
  '/%5c',
  '/%E0%A4%A',
  '/100%',
  '/apis/%zz',
])('an address of a person is the application’s page: %s', async (path) => {
  const { statusCode, headers, body } = await ask(path)
  if (built) {
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers['cache-control']).toBe('no-cache')
    expect(body).toContain('<div id="root">')
  } else expect(statusCode).toBe(404)
})

test.each([
  '/llms.txt',
  '/llms.txt/',
  '/.env',
  '/.stamp',
  '/.git/HEAD',
  '/.well-known/x.json',
  '/assets.js',
  '/a/..%2f..%2fpackage.json',
])('a file that is not there is the page, which says so to people, and 404 to machines: %s', async (path) => {
  const known = await ask('/')
  const { statusCode, headers, body } = await ask(path, {
    'if-none-match': String(known.headers.etag),
    range: 'bytes=0-9',
  })
  expect(statusCode).toBe(404)
  expect(headers.etag).toBeUndefined()
  if (built) expect(body).toContain('</html>')
})

test('only reading an address of a person gives the page', async () => {
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    expect((await server.nobody.raw(method, '/course/1/home')).statusCode).toBe(404)
  }
})

test.each(['/assets/nothing.js', '/assets/', '/assets/..%2findex.html', '/api', '/demo-provider/nothing.js'])(
  'what is not there is not the page: %s',
  async (path) => {
    const { statusCode, body } = await ask(path)
    expect(statusCode).toBe(404)
    expect(body).not.toContain('<div id="root">')
  },
)

test('a part of a file, and a file only if it is another, are asked for in vain, not in error', async () => {
  const [whole, part] = [await ask('/'), await ask('/', { range: 'bytes=999999-' })]
  expect([part.statusCode, part.body]).toEqual([whole.statusCode, whole.body])
  if (built) expect((await ask('/', { 'if-match': '"x"' })).statusCode).toBe(400)
})

test('built files come compressed, and named after their content they are kept for ever', async () => {
  const folder = join(dirname(pagePath), 'assets')
  const scripts = built ? readdirSync(folder).filter((name) => name.endsWith('.js')) : []
  for (const name of scripts) {
    const { statusCode, headers } = await ask(`/assets/${name}`, { 'accept-encoding': 'gzip, br' })
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-type']).toMatch(/^(text|application)\/javascript/)
    if (existsSync(join(folder, `${name}.br`))) expect(headers['content-encoding']).toBe('br')
    expect(headers.vary).toMatch(/accept-encoding/i)
  }
  expect(scripts.length > 0).toBe(built)
})
