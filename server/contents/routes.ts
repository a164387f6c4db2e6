import { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import { found } from '../errors.ts'
import type { Handlers } from '../serve.ts'
import { expiryOf, signedAddress } from '../uploads/location.ts'
import { authoringRoutes } from './authoring.ts'
import { linkLists } from './links.ts'
import { findContents, getContents } from './queries.ts'
import { itemsOf, treeOf } from './tree.ts'

export function contentRoutes(deps: Deps): Handlers<typeof contract.contents> {
  const { db, cache, fileKey, now } = deps
  const sign = (file: { id: string; filename: string }) => signedAddress(fileKey, file, now())
  return {
    list: (about) =>
      cache.answer(
        contract.contents.list,
        about,
        async () => treeOf(await findContents(db, about), { audience: about.audience, sign }),
        // The addresses of the files change with it.
        { version: expiryOf(now()) },
      ),
    async one({ params: { content_id }, ...reader }) {
      const rows = await getContents(db, reader, [content_id])
      return found(itemsOf(rows, { audience: reader.audience, sign }, [content_id])[0])
    },
    ...linkLists(deps),
    ...authoringRoutes(deps),
  }
}
