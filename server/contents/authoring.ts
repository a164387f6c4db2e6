import { ContentItem } from '../../contract/contents.ts'
import type { Body } from '../../contract/endpoint.ts'
import type { contentWrites } from '../../contract/staff/contents.ts'
import type { MemberGrant } from '../access/rules.ts'
import { isRepeat } from '../changes/change.ts'
import { write, writeOrTry } from '../changes/write.ts'
import type { Db } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { found, Refusal } from '../errors.ts'
import { idOf } from '../ids.ts'
import { publishAt } from '../publishing/rules.ts'
import type { Handlers } from '../serve.ts'
import { signedAddress, uploadIdOf } from '../uploads/location.ts'
import { keepPictures, withBareAddresses } from '../uploads/pictures.ts'
import { filenamesOf } from '../uploads/queries.ts'
import { type ContentRow, findFolders, findOpeners, findVersions, getContents, getVersion } from './queries.ts'
import { edited, kindOfEdit } from './rules.ts'
import { itemsOf } from './tree.ts'
import { addContents, editContents, lockContents, type NewRow, putFirst, removeContents } from './writes.ts'

interface Versioned {
  _id: string
  revision: number
}

type EditBody = Body<typeof contentWrites.edit>

/** Staff's calls on the contents of a course. */
export function authoringRoutes(deps: Deps): Handlers<typeof contentWrites> {
  const { db, now, fileKey } = deps
  const sign = (file: { id: string; filename: string }) => signedAddress(fileKey, file, now())

  const read = async (from: Db, grant: MemberGrant, ids: string[]) =>
    itemsOf(await getContents(from, grant, ids), { audience: grant.audience, sign }, ids)
  const readOne = async (grant: MemberGrant, id: string) => found((await read(db, grant, [id]))[0])
  /** The rows of these ids alone, in their order. */
  const rowsOf = async (grant: MemberGrant, ids: string[]) => {
    const byId = new Map((await getContents(db, grant, ids)).map((row) => [row.id, row]))
    return ids.map((id) => byId.get(id) as ContentRow)
  }

  /** Locks the things. Throws conflict with the newer ones, not_found when one is gone. */
  async function lockAt(trx: Db, grant: MemberGrant, items: Versioned[]) {
    const revisions = await lockContents(trx, grant.courseId, idsOf(items))
    const newer = idsOf(items.filter(({ _id, revision }) => revisions.get(_id) !== revision))
    if (newer.length === 0) return undefined
    return (await read(trx, grant, newer)).map((item) => ContentItem.parse(item))
  }
  const lockAll = async (trx: Db, grant: MemberGrant, items: Versioned[]) => {
    const current = await lockAt(trx, grant, items)
    if (current) throw new Refusal('conflict', { current })
  }
  const lockOne = async (trx: Db, grant: MemberGrant, item: Versioned) => {
    const current = await lockAt(trx, grant, [item])
    if (current) throw new Refusal('conflict', { current: current[0] })
  }

  async function refuseUnlessFolders(grant: MemberGrant, ids: (string | null)[]) {
    const asked = [...new Set(ids)].filter((id) => id !== null)
    const folders = asked.length > 0 ? await findFolders(db, grant, asked) : new Set()
    if (folders.size < asked.length) throw invalid('parent_id', 'is not a folder of this course')
  }

  /** The uploads of these addresses with their names. Throws unless all are the person's own. */
  async function ownUploads(grant: MemberGrant, locations: string[]) {
    const names = await filenamesOf(
      db,
      grant.viewer._id,
      locations.flatMap((location) => uploadIdOf(location) ?? []),
    )
    return (location: string) => {
      const id = uploadIdOf(location)
      const filename = id && names.get(id)
      if (!id || !filename) throw invalid('location', 'is not the location of an upload of yours')
      return { id, filename }
    }
  }

  /** The new content of a file: an upload, a page, or an earlier version. */
  async function fileFor(grant: MemberGrant, before: ContentRow, { location, file_page, version }: EditBody) {
    if (location === undefined && file_page !== undefined)
      throw invalid('location', 'is missing: a page needs its file')
    if (location === undefined && version === undefined) return undefined
    if (!before.file) throw invalid(location ? 'location' : 'version', 'is for files, and this is a folder')
    if (location === undefined) {
      const earlier = version && (await getVersion(db, grant.courseId, before.id, version))
      if (!earlier) throw invalid('version', 'is not what this file was before')
      return earlier
    }
    const { id } = (await ownUploads(grant, [location]))(location)
    return { upload_id: id, page: file_page === undefined ? null : withBareAddresses(file_page) }
  }

  const keepPageOf = async (trx: Db, { courseId, viewer }: MemberGrant, { id, page }: Pick<NewRow, 'id' | 'page'>) => {
    if (page) await keepPictures(trx, 'content_pictures', { courseId, id, content: page, authorId: viewer._id })
  }

  return {
    async versions({ courseId, params, ...grant }) {
      await rowsOf({ courseId, ...grant }, [params.content_id])
      const rows = await findVersions(db, courseId, params.content_id)
      return rows.map(({ id, bytes, ...row }) => ({
        ...row,
        ...{ _id: id, file_bytes: bytes, file_path: sign({ id, filename: row.filename }) },
      }))
    },
    async openers({ courseId, params, ...grant }) {
      await rowsOf({ courseId, ...grant }, [params.content_id])
      return findOpeners(db, courseId, params.content_id)
    },
    async create(input) {
      const { courseId, newId, body } = input
      const asked = 'items' in body ? body.items : [body]
      await refuseUnlessFolders(
        input,
        asked.map(({ parent_id }) => parent_id),
      )
      const uploadOf = await ownUploads(
        input,
        asked.flatMap(({ location }) => location ?? []),
      )
      const rows = asked.map((one, i) => {
        const upload = one.location === undefined ? undefined : uploadOf(one.location)
        return {
          id: 'items' in body ? idOf(newId(), String(i)) : newId(),
          parent_id: one.parent_id,
          name: one.file_name ?? upload?.filename ?? '',
          description: one.file_description,
          upload_id: upload?.id ?? null,
          page: one.file_page === undefined ? null : withBareAddresses(one.file_page),
          // Before the change, which counts as published what is not later than itself.
          publish_at: publishAt(one.publish_at, { publish_at: null }, now()),
        }
      })
      const ids = rows.map(({ id }) => id)
      return writeOrTry(
        deps,
        input,
        { kind: 'contents_added', about: aboutOf(rows) },
        async (trx) => {
          await addContents(trx, courseId, rows, now())
          for (const row of rows) await keepPageOf(trx, input, row)
        },
        async (from) => {
          const items = await read(from, input, ids)
          return 'items' in body ? { items } : found(items[0])
        },
      )
    },
    async edit(input) {
      const { courseId, revision, body, params } = input
      const _id = params.content_id
      const [before] = (await rowsOf(input, [_id])) as [ContentRow]
      const after = edited(before, body, await fileFor(input, before, body), now())
      const { parent_id = before.parent_id } = body
      const isMoved = parent_id !== before.parent_id
      if (isMoved) await refuseUnlessFolders(input, [parent_id])
      const edit = kindOfEdit([before], [after], now())
      const kind = isMoved && edit === 'content_edited' ? 'contents_moved' : edit
      await write(deps, input, { kind, about: aboutOf([after]) }, async (trx) => {
        await lockOne(trx, input, { _id, revision })
        await editContents(trx, courseId, [after])
        if (isMoved) await putFirst(trx, courseId, parent_id, [_id])
        await keepPageOf(trx, input, after)
      })
      return readOne(input, _id)
    },
    async editMany(input) {
      const { courseId, body } = input
      const ids = idsOf(body.items)
      const before = await rowsOf(input, ids)
      const after = body.items.map((asked, i) => edited(before[i] as ContentRow, asked, undefined, now()))
      return writeOrTry(
        deps,
        input,
        { kind: kindOfEdit(before, after, now()), about: aboutOf(after) },
        async (trx) => {
          await lockAll(trx, input, body.items)
          await editContents(trx, courseId, after)
        },
        async (from) => ({ items: await read(from, input, ids) }),
      )
    },
    async remove(input) {
      const { courseId, revision, params } = input
      const _id = params.content_id
      const about = aboutOf(await rowsOf(input, [_id]))
      await write(deps, input, { kind: 'contents_removed', about }, async (trx) => {
        await lockOne(trx, input, { _id, revision })
        await removeContents(trx, courseId, [_id], now())
      })
      return { _id }
    },
    async removeMany(input) {
      const { courseId, body } = input
      const ids = idsOf(body.items)
      const removed = { items: ids.map((_id) => ({ _id })) }
      // They are gone when the request comes again.
      if (await isRepeat(db, input)) return removed
      const about = aboutOf(await rowsOf(input, ids))
      return writeOrTry(
        deps,
        input,
        { kind: 'contents_removed', about },
        async (trx) => {
          await lockAll(trx, input, body.items)
          await removeContents(trx, courseId, ids, now())
        },
        async () => removed,
      )
    },
    async order(input) {
      const { courseId, body } = input
      await refuseUnlessFolders(input, [body.parent_id])
      const about = aboutOf(await rowsOf(input, body.items))
      return writeOrTry(
        deps,
        input,
        { kind: 'contents_moved', about },
        (trx) => putFirst(trx, courseId, body.parent_id, body.items),
        async (from) => ({ items: await read(from, input, body.items) }),
      )
    },
  }
}

const idsOf = (items: { _id: string }[]) => items.map(({ _id }) => _id)

const invalid = (field: string, message: string) => new Refusal('invalid', { fields: { [field]: message } })

/** The thing that the history names for a change of several: the first, with how many they are. */
const aboutOf = (rows: { id: string; name: string }[]) => {
  const [{ id, name } = { id: '', name: '' }] = rows
  return { _id: id, title: name, ...(rows.length > 1 && { count: rows.length }) }
}
