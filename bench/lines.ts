import { connect, type Socket } from 'node:net'

interface Asked {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers: Record<string, string>
  body?: Buffer[]
}

export interface Answered {
  status: number
  etag: string
  isCompressed: boolean
  body: Buffer
}

interface Line {
  socket: Socket
  /** The received part of the answer. */
  come: Buffer[]
  done(answer: Answered): void
  fail(error: Error): void
}

const END = Buffer.from('\r\n\r\n')

/**
 * An HTTP/1.1 client with persistent connections and one request at a time on each. It reads only answers with a
 * length: node:http takes four times as much of the processors on which the server is measured.
 */
export class Lines {
  readonly #server: URL
  readonly #free: Line[] = []
  readonly #all = new Set<Line>()

  constructor(server: URL) {
    this.#server = server
  }

  /** Rejects when the connection breaks, or when it cannot read the answer. */
  ask({ method, path, headers, body = [] }: Asked): Promise<Answered> {
    const length = body.reduce((sum, { length }) => sum + length, 0)
    const fields = { host: this.#server.host, ...headers, ...(method !== 'GET' && { 'content-length': length }) }
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
    return new Promise((done, fail) => {
      const line = this.#free.pop() ?? this.#open()
      line.done = done
      line.fail = fail
      line.socket.cork()
      line.socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
      for (const part of body) line.socket.write(part)
      line.socket.uncork()
    })
  }

  /**
   * Opens connections one after another, each after an answer on the previous one, as people arrive: simultaneous ones
   * all go to the process that is free at that moment, which then keeps most of them.
   */
  async open(count: number): Promise<void> {
    const opened: Line[] = []
    for (let n = 0; n < count; n++) {
      await this.ask({ method: 'GET', path: '/readyz', headers: {} })
      opened.push(this.#free.pop() as Line)
    }
    this.#free.push(...opened)
  }

  close(): void {
    for (const { socket } of this.#all) socket.destroy()
  }

  #open(): Line {
    const socket = connect({ host: this.#server.hostname, port: Number(this.#server.port), noDelay: true })
    const line: Line = { socket, come: [], done() {}, fail() {} }
    this.#all.add(line)
    socket.on('data', (bytes) => {
      line.come.push(bytes)
      try {
        const answer = answerIn(line.come)
        if (!answer) return
        line.come = []
        this.#free.push(line)
        line.done(answer)
      } catch (error) {
        socket.destroy(error as Error)
      }
    })
    socket.on('error', (error) => line.fail(error))
    socket.on('close', () => {
      const at = this.#free.indexOf(line)
      if (at >= 0) this.#free.splice(at, 1)
      this.#all.delete(line)
      line.fail(new Error('The server closed the connection.'))
    })
    return line
  }
}

/** The answer, if it is complete. */
function answerIn(come: Buffer[]): Answered | undefined {
  const bytes = come.length === 1 && come[0] ? come[0] : Buffer.concat(come)
  const end = bytes.indexOf(END)
  if (end < 0) return undefined
  const head = bytes.toString('latin1', 0, end)
  const field = (pattern: RegExp) => pattern.exec(head)?.[1] ?? ''
  const status = field(/^HTTP\/1\.1 (\d{3}) /)
  const length = field(/\r\ncontent-length: (\d+)/i)
  if (!status || !length) throw new Error(`This is no answer that can be read: ${head}`)
  const from = end + END.length
  if (bytes.length < from + Number(length)) return undefined
  return {
    status: Number(status),
    etag: field(/\r\netag: ([^\r]*)/i),
    isCompressed: /\r\ncontent-encoding: br/i.test(head),
    body: bytes.subarray(from, from + Number(length)),
  }
}
