import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Connection } from '../db/database.ts'
import { afterwards } from './afterwards.ts'

export interface TcpProxy {
  /** The way to the database through this proxy. */
  connection: Connection
  /** Ends every connection and accepts no more, like a dead machine. */
  cut(): void
  /** Keeps the present connections and passes nothing on, like a proxy that has lost its other side. */
  swallow(): void
  mend(): void
}

/** A network connection to a database that a test can cut or silence. */
export async function useTcpProxy(to: Connection): Promise<TcpProxy> {
  const open = new Set<Socket>()
  let broken = false
  // A silent proxy also swallows the end of a connection.
  const server = createServer({ allowHalfOpen: true }, (near) => {
    if (broken) return near.destroy()
    const far = connect(`${to.host}/.s.PGSQL.${to.port}`)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const cut = () => {
    broken = true
    for (const socket of open) socket.destroy()
  }
  afterwards(async () => {
    cut()
    server.close()
  })
  return {
    connection: { ...to, host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    cut,
    swallow() {
      for (const socket of open) socket.unpipe().resume()
    },
    mend() {
      broken = false
    },
  }
}
