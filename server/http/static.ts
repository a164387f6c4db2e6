import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import serveFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../errors.ts'

const dist = join(import.meta.dirname, '../../dist')
const assets = join(dist, 'assets/')
/** The browser application's one page. */
export const pagePath = join(dist, 'index.html')

/** A hidden file, or a name with a dot in its last part: no address of the application looks like this. */
const namesFile = /\/\.|\.[^/]*\/?$/

/**
 * Serves the built browser side, compressed at build time; every other address of a person is the application's page,
 * which knows its own addresses. Of a file (`/llms.txt`, `/.git/HEAD`) the server knows that it does not exist, and the
 * client may be no browser.
 */
export async function serveStatic(app: FastifyInstance): Promise<void> {
  const built = existsSync(pagePath)
  // Every other address, odd ones too, is the application's page.
  const files = new Set(built ? addressesIn(dist) : [])
  if (built) {
    await app.register(serveFiles, {
      root: dist,
      index: false,
      // A route for each file would cost each start a tenth of a second.
      serve: false,
      preCompressed: true,
      cacheControl: false,
      // The files are small: a client that asks for a range gets the whole.
      acceptRanges: false,
      setHeaders(reply, path) {
        // Names in assets/ carry a hash of the content; other files are checked again.
        const hashed = path.startsWith(assets)
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const forPeople = request.method === 'GET' || request.method === 'HEAD'
    const path = request.url.split('?')[0] ?? '/'
    if (forPeople && files.has(path)) return reply.sendFile(path)
    if (built && forPeople && !/^\/(api|assets|demo-provider)(\/|$)/.test(path)) {
      if (!namesFile.test(path)) return reply.sendFile('index.html')
      return reply.code(404).sendFile('index.html', { etag: false, lastModified: false })
    }
    throw notFound()
  })
}

/** The addresses of all files that are not hidden. */
const addressesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name))}`)
