import type { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import { isId } from '../ids.ts'
import type { Handlers } from '../serve.ts'
import { inCourse, isRightSignature, signedAddress, uploadIdOf } from './location.ts'
import { filenamesOf, getFile, removeUpload } from './queries.ts'
import { receiveUpload } from './receive.ts'
import { sendFile } from './send.ts'

export function uploadRoutes({ db, storage, fileKey, now }: Deps): Handlers<typeof contract.uploads> {
  return {
    create: (input) => receiveUpload({ db, storage, fileKey, now }, input),
    async own({ viewer, query }) {
      const names = await filenamesOf(db, viewer._id, query.ids.split(',').filter(isId))
      return [...names].map(([id, filename]) => ({
        location: signedAddress(fileKey, { id, filename }, now()),
        filename,
      }))
    },
    async remove({ viewer, body }) {
      const id = uploadIdOf(body.location)
      if (!id) throw notFound()
      await removeUpload(db, storage, { id, owner: viewer._id })
      return { removed: true }
    },
    async file({ params, query, request, reply }) {
      const { upload_id, filename } = params
      const signed = query.c ? inCourse(upload_id, query.c) : upload_id
      const isCalledSo = isRightSignature(fileKey, signed, query, now(), filename)
      if (!isCalledSo && !isRightSignature(fileKey, signed, query, now())) throw notFound()
      const seconds = Number(query.e) - Math.ceil(now().getTime() / 1000)
      const file = await getFile(db, upload_id, query.c)
      return sendFile(storage, isCalledSo ? { ...file, filename } : file, { request, reply }, seconds)
    },
  }
}
