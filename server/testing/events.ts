import { EventSourceParserStream } from 'eventsource-parser/stream'
import { notifications } from '../../contract/notifications.ts'
import type { SignedIn } from './server.ts'

export interface Events {
  /** The next event with a name. Throws when the stream ends instead. */
  next(): Promise<{ event: string; data: unknown }>
  /** Reads until the server ends the stream, and returns the events. */
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

/**
 * The same for a person whose course was written to before: an event of that may still be on its way. The stream begins
 * after the event of something that they do now, which marks their notifications as read.
 */
export async function openEventsFromNow(address: string, person: SignedIn): Promise<Events> {
  const events = await openEvents(address, person.token)
  await person.call(notifications.readAll)
  let next = await events.next()
  while (JSON.stringify(next.data) !== '{"courses":[],"parts":["activity"]}') next = await events.next()
  return events
}
