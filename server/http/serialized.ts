import type * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { replyParser } from './replyParser.ts'
import { tagOf } from './responses.ts'

export type Answer<E extends Endpoint> = E extends { reply: infer S extends z.ZodMiniType } ? z.input<S> : unknown

/** A reply as bytes, to keep and to send to many people. */
export class SerializedAnswer {
  readonly bytes: Buffer
  readonly etag: string
  constructor(json: string) {
    this.bytes = Buffer.from(json)
    this.etag = tagOf(this.bytes)
  }
}

/** Leaves out fields that the contract does not promise. */
export const serialize = <E extends Endpoint>({ reply }: E, answer: Answer<E>): SerializedAnswer =>
  new SerializedAnswer(JSON.stringify({ data: replyParser(reply as unknown as z.ZodMiniType)(answer) }))
