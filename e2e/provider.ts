import { createServer } from 'node:http'

/** The port of a video provider that knows one playlist. */
const port = Number(process.env.E2E_PORT) - 10_000
export const providerAddress = `http://127.0.0.1:${port}/oembed`

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Runs as long as the tests. */
export default function startProvider(): () => void {
  const server = createServer(({ url = '' }, response) => {
    const known = {
      title: 'Trees, explained',
      author_name: 'Forest School',
      thumbnail_url: providerAddress.replace(/oembed$/, 'x'),
    }
    if (!url.startsWith('/oembed')) response.end(picture)
    else if (url.includes('PL-known')) response.end(JSON.stringify(known))
    else response.writeHead(404).end()
  }).listen(port, '127.0.0.1')
  return () => server.close()
}
