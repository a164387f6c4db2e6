import { EventSourceParserStream } from 'eventsource-parser/stream'

export interface Events {
  /** The next event that has a name. Throws when the stream ends instead. */
  next(): Promise<{ event: string; data: unknown }>
  /** Reads on until the server ends the stream, and gives the events that came. */
  rest(): Promise<{ event: string; data: unknown }[]>
  close(): Promise<void>
}

/** Opens a stream of server-sent events and waits for its first one, after which nothing is missed. */
export async function openEvents(address: string, token: string): Promise<Events> {
  const leaving = new AbortController()
  const answer = await fetch(address, { headers: { authorization: token }, signal: leaving.signal })
  if (!answer.ok || !answer.body) throw new Error(`${address} answered ${answer.status}`)
  const reader = answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader()

  async function read() {
    const { done, value } = await reader.read()
    return done ? undefined : { event: value.event ?? 'message', data: JSON.parse(value.data) as unknown }
  }

  const events: Events = {
    async next() {
      const event = await read()
      if (!event) throw new Error('the stream ended')
      return event
    },
    async rest() {
      const all = []
      for (let event = await read(); event; event = await read()) all.push(event)
      return all
    },
    async close() {
      leaving.abort()
      await reader.cancel().catch(() => {})
    },
  }
  const { event } = await events.next()
  if (event !== 'open') throw new Error(`the first event is ${event}`)
  return events
}
