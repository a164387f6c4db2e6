import cluster from 'node:cluster'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/*
 * A server that answers everything with the same bytes: what node:http can do at most. As many processes as the product
 * has. Arguments: a file of JSON with the answer, the port, and the number of processes.
 */

export interface BareAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

const [path = '', port, workers] = process.argv.slice(2)

if (cluster.isPrimary) {
  for (let n = 0; n < Number(workers); n++) cluster.fork()
  let listening = 0
  cluster.on('listening', () => {
    listening++
    if (listening === Number(workers)) process.send?.('ready')
  })
  process.once('disconnect', () => process.exit())
} else {
  const { status, headers, body } = JSON.parse(readFileSync(path, 'utf8')) as BareAnswer
  createServer((request, response) => {
    // A body is read before it is answered, as any server must.
    request.resume()
    request.once('end', () => response.writeHead(status, headers).end(body))
  }).listen(Number(port), '127.0.0.1')
}
