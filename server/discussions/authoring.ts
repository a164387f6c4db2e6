import { TopicAbout } from '../../contract/discussions.ts'
import type { contract } from '../../contract/index.ts'
import type { MemberGrant } from '../access/rules.ts'
import { thingWriters } from '../changes/things.ts'
import { write } from '../changes/write.ts'
import type { Db } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { publishAt } from '../publishing/rules.ts'
import type { Handlers } from '../serve.ts'
import { signedAddress } from '../uploads/location.ts'
import { keepPictures, withBareAddresses } from '../uploads/pictures.ts'
import { endorseText, getModerated, hideText, isLastEdited, restoreText, unendorseText } from './moderation.ts'
import { findVersions } from './ownTexts.ts'
import { getAbout, refuseTooMany } from './queries.ts'
import { aboutOf } from './shown.ts'

type Writes = 'versions' | 'create' | 'edit' | 'remove' | 'hide' | 'restore' | 'endorse' | 'unendorse'
interface OfText extends MemberGrant {
  params: { discussion_id: string; text_id: string }
}

/** Staff's writes to the topics of a course, and to the texts in them. */
export function authoringRoutes(deps: Deps): Pick<Handlers<typeof contract.discussions>, Writes> {
  const { db, now, fileKey } = deps
  const read = async (from: Db, grant: MemberGrant, id: string) =>
    aboutOf(await getAbout(from, grant, id), grant.audience, (picture) => signedAddress(fileKey, picture, now()))
  const writers = thingWriters(deps, { noun: 'discussion', table: 'topics', read, schema: TopicAbout })

  /** Hides, restores or endorses a text, as a change in the history of its topic. */
  async function moderate(
    input: OfText & Parameters<typeof write>[1],
    kind: 'text_hidden' | 'text_restored' | 'text_endorsed' | 'text_unendorsed',
    work: (trx: Db, place: { courseId: string; topicId: string; id: string }) => Promise<unknown>,
  ) {
    const { courseId, params } = input
    const place = { courseId, topicId: params.discussion_id, id: params.text_id }
    const { title } = await getAbout(db, input, place.topicId)
    await getModerated(db, place)
    await write(deps, input, { kind, about: { _id: place.topicId, title } }, (trx) => work(trx, place))
    return getModerated(db, place)
  }

  return {
    create(input) {
      const { viewer, courseId, body } = input
      const columns = {
        author_id: viewer._id,
        created_at: now(),
        title: body.discussion_title,
        description: withBareAddresses(body.discussion_description),
        publish_at: publishAt(body.publish_at, { publish_at: null }, now()),
        pinned: body.pinned,
        locked: body.locked,
        post_first: body.post_first,
        score: body.discussion_score,
        section: body.audience?.section ?? null,
      }
      const pictures = { courseId, id: input.newId(), content: columns.description, authorId: viewer._id }
      const andThen = async (trx: Db) => {
        await refuseTooMany(trx, courseId)
        await keepPictures(trx, 'topic_pictures', pictures)
      }
      return writers.create(input, columns, { title: columns.title, andThen })
    },
    async edit(input) {
      const { viewer, courseId, body } = input
      const id = input.params.discussion_id
      const before = await getAbout(db, input, id)
      const columns = {
        title: body.discussion_title ?? before.title,
        description: withBareAddresses(body.discussion_description ?? before.description),
        publish_at: publishAt(body.publish_at, before, now()),
        pinned: body.pinned ?? before.pinned,
        locked: body.locked ?? before.locked,
        post_first: body.post_first ?? before.post_first,
        score: body.discussion_score === undefined ? before.score : body.discussion_score,
        section: body.audience === undefined ? before.section : (body.audience?.section ?? null),
      }
      const pictures = { courseId, id, content: columns.description, authorId: viewer._id }
      const andThen = (trx: Db) => keepPictures(trx, 'topic_pictures', pictures)
      return writers.edit(input, id, columns, { title: columns.title, before, andThen })
    },
    async remove(input) {
      const id = input.params.discussion_id
      const { title } = await getAbout(db, input, id)
      return writers.remove(input, id, { title })
    },
    async versions({ courseId, params }) {
      const place = { courseId, topicId: params.discussion_id, id: params.text_id }
      await getModerated(db, place)
      return findVersions(db, place)
    },
    hide: (input) => moderate(input, 'text_hidden', (trx, place) => hideText(trx, place, input.body.reason)),
    restore: (input) => moderate(input, 'text_restored', restoreText),
    endorse: (input) =>
      moderate(input, 'text_endorsed', async (trx, place) => {
        const { edited } = input.query
        if (edited !== undefined && !(await isLastEdited(trx, place, edited ? new Date(edited) : null)))
          throw new Refusal('conflict', { current: await getModerated(trx, place) })
        return endorseText(trx, place, { by: input.viewer._id, at: now() })
      }),
    unendorse: (input) => moderate(input, 'text_unendorsed', unendorseText),
  }
}
