import { randomBytes } from 'node:crypto'
import { contract } from '../../contract/index.ts'
import type { Upload } from '../../contract/uploads.ts'
import type { Answer, Client } from '../testing/client.ts'

/* The part of a form that a browser sends for a chosen file. */

export interface FormPart {
  name?: string
  /** Absent: a field, not a file. */
  filename?: string
  type?: string
  bytes: Buffer | string
}

/** A file's name between quotation marks. */
const quoted = (name: string) => name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')

/** A multipart form, byte for byte as a browser makes it: names in UTF-8. */
export function formOf(parts: FormPart[]) {
  const boundary = `----raintree${randomBytes(8).toString('hex')}`
  const payload = Buffer.concat([
    ...parts.flatMap(({ name = 'attachment', filename, type, bytes }) => [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"`),
      Buffer.from(filename === undefined ? '' : `; filename="${quoted(filename)}"`),
      Buffer.from(`${type ? `\r\nContent-Type: ${type}` : ''}\r\n\r\n`),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

export const sendForm = (person: Client, ...parts: FormPart[]): Promise<Answer> =>
  person.raw('POST', contract.uploads.create.path, formOf(parts))

/** Uploads one file and gives the answer. */
export async function upload(person: Client, bytes: Buffer | string, filename = 'notes.txt'): Promise<Upload> {
  const answer = await sendForm(person, { filename, bytes })
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
  return answer.json().data
}

/** This many bytes that begin like a film. */
export const film = (bytes: number): Buffer =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypisom0000isomiso2'),
    Buffer.alloc(Math.max(0, bytes - 24)),
  ])
