import { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import { found } from '../errors.ts'
import type { Handlers } from '../serve.ts'
import { expiryOf, signedAddress } from '../uploads/location.ts'
import { withSignedAddresses } from '../uploads/pictures.ts'
import { authoringRoutes } from './authoring.ts'
import { linkLists } from './links.ts'
import { findContents, getContents, getPage, noteOpened, type Reader } from './queries.ts'
import { itemsOf, treeOf } from './tree.ts'

export function contentRoutes(deps: Deps): Handlers<typeof contract.contents> {
  const { db, cache, fileKey, now } = deps
  const sign = (file: { id: string; filename: string }) => signedAddress(fileKey, file, now())
  /** A student's address of a file closes with it: staff may have published the wrong one. */
  const shownTo = ({ audience, courseId }: Reader) => ({
    audience,
    sign: (file: { id: string; filename: string }) =>
      signedAddress(fileKey, file, now(), { course: audience === 'student' ? courseId : undefined }),
  })
  return {
    list: (about) =>
      cache.answer(
        contract.contents.list,
        about,
        async () => treeOf(await findContents(db, about), shownTo(about)),
        // Files get new addresses with each version.
        { section: null, version: expiryOf(now()) },
      ),
    async one({ params: { content_id }, ...reader }) {
      const rows = await getContents(db, reader, [content_id])
      const item = found(itemsOf(rows, shownTo(reader), [content_id])[0])
      if (!item.is_page) return item
      const { page, pictures } = await getPage(db, reader.courseId, content_id)
      return { ...item, file_page: withSignedAddresses(page ?? '', pictures, sign) }
    },
    async opened({ params: { content_id }, viewer, ...reader }) {
      await getContents(db, reader, [content_id])
      await noteOpened(db, reader.courseId, content_id, viewer._id, now())
      return { opened: true as const }
    },
    ...linkLists(deps),
    ...authoringRoutes(deps),
  }
}
