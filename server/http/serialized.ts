import type * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { replyParser } from './replyParser.ts'
import { tagOf } from './responses.ts'

export type Answer<E extends Endpoint> = E extends { reply: infer S extends z.ZodMiniType } ? z.input<S> : unknown

/** An answer as the bytes that are sent, to keep and to give to many. */
export class SerializedAnswer {
  readonly bytes: Buffer
  readonly etag: string
  constructor(json: string) {
    this.bytes = Buffer.from(json)
    this.etag = tagOf(this.bytes)
  }
}

/** What the contract does not promise is left out. */
export const serialize = <E extends Endpoint>({ reply }: E, answer: Answer<E>): SerializedAnswer =>
  new SerializedAnswer(JSON.stringify({ data: replyParser(reply as unknown as z.ZodMiniType)(answer) }))
