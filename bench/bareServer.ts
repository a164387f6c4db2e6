import cluster from 'node:cluster'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/*
 * A server that answers everything with the same bytes: the most that node:http can do. As many processes as the
 * product has. Arguments: a file of JSON with the answer, and the number of processes. It prints its port when all of
 * them listen.
 */

export interface BareAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

const [path = '', workers] = process.argv.slice(2)

if (cluster.isPrimary) {
  for (let n = 0; n < Number(workers); n++) cluster.fork()
  let listening = 0
  // All processes share the port that the first one got.
  cluster.on('listening', (_worker, { port }) => {
    listening++
    if (listening === Number(workers)) process.send?.(port)
  })
  process.once('disconnect', () => process.exit())
} else {
  const { status, headers, body } = JSON.parse(readFileSync(path, 'utf8')) as BareAnswer
  createServer((request, response) => {
    // Reads a body before the answer, as any server must.
    request.resume()
    request.once('end', () => response.writeHead(status, headers).end(body))
  }).listen(0, '127.0.0.1')
}
