import * as z from 'zod/mini'
import { AskedId, endpoint } from './endpoint.ts'

/** The largest upload, in bytes. */
export const uploadMost = 20_000_000
/** The name of the file field in an upload's form. */
export const uploadPart = 'attachment'

/** How many uploads one call locates at most. */
export const locatedMost = 50

export const Upload = z.object({ location: z.string(), filename: z.string() })
export type Upload = z.output<typeof Upload>

export const uploads = {
  create: endpoint({
    method: 'POST',
    path: '/api/upload',
    access: 'signedIn',
    summary: `Takes one file, multipart, part \`${uploadPart}\`, up to ${uploadMost} bytes; its location opens without a header for 12 hours, and goes into a submission for longer`,
    form: uploadPart,
    reply: Upload,
    errors: ['invalid', 'too_large', 'wrong_kind', 'too_many'],
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/upload',
    access: 'signedIn',
    summary: `The locations of uploads of one’s own, by their ids with commas between, ${locatedMost} at most; each opens without a header for 12 hours`,
    query: z.object({ ids: z.string().check(z.maxLength(locatedMost * 37)) }),
    reply: z.array(Upload),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/upload',
    access: 'signedIn',
    summary: 'Takes back an upload of one’s own, as long as no submission holds it',
    body: z.object({ location: z.string().check(z.maxLength(2_000)) }),
    reply: z.object({ removed: z.literal(true) }),
    errors: ['not_found', 'file_in_use'],
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/files/:upload_id/:filename',
    access: 'public',
    summary: 'A file, by an address that was signed for a reader and expires; in parts when asked for a range',
    query: z.object({
      /** The course in whose contents the file must be published. */
      c: z.optional(AskedId),
      /** expiry, in seconds since 1970 */
      e: z.string().check(z.regex(/^\d{1,12}$/)),
      s: z.string().check(z.maxLength(100)),
    }),
    raw: 'file',
  }),
}
