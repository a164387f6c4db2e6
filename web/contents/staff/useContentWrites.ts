import type { ContentItem } from '../../../contract/contents.ts'
import { contentWrites, type NewContent } from '../../../contract/staff/contents.ts'
import { revisionOf } from '../../changes/revisions.ts'
import { changeOfHeaders } from '../../changes/undo.ts'
import { inTurn, useWrite } from '../../changes/useWrite.ts'
import { useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { callWithHeaders } from '../../loading/call.ts'
import { queries } from '../../loading/queryClient.ts'
import { contentsOf } from '../queries.ts'
import { findItem, type Order, ordered } from './order.ts'

const renew = (course_id: string) => queries.invalidateQueries({ queryKey: ['courses', course_id, 'contents'] })

/** Makes items of a course, in the given order. @throws CallError */
async function addContents(course_id: string, items: Partial<NewContent>[], idempotencyKey: string) {
  const body = { items: items as NewContent[] }
  const input = { params: { course_id }, body, idempotencyKey }
  const { data, headers } = await callWithHeaders(contentWrites.create, input)
  await renew(course_id)
  return { items: 'items' in data ? data.items : [data], changes: changeOfHeaders(headers) }
}

/** @throws CallError */
async function orderContents(course_id: string, body: Order): Promise<string[]> {
  const { headers } = await inTurn('contents', () =>
    callWithHeaders(contentWrites.order, { params: { course_id }, body }),
  )
  return changeOfHeaders(headers)
}

const named = (item: ContentItem) => ({ _id: item._id, revision: revisionOf(item) })

/** Staff's writes to the contents of the course; each can be undone at once. */
export function useContentWrites() {
  const t = useAuthoring().contents
  const course_id = useCourseId()
  const params = { course_id }
  const { busy, write } = useWrite('contents')
  // The screen already shows a move, so no button waits for it.
  const { write: writeMove } = useWrite('contents')

  async function thenRenew<R>(result: Promise<R>): Promise<R> {
    const done = await result
    if (done) await renew(course_id)
    return done
  }

  /** Shows the move at once, and reverts it when the server refuses it. */
  const move = async (order: Order, count: number) => {
    const { queryKey } = contentsOf(course_id)
    const send = async () => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)
      queries.setQueryData(queryKey, (tree) => tree && ordered(tree, order))
      try {
        return await callWithHeaders(contentWrites.order, { params, body: order })
      } catch (error) {
        queries.setQueryData(queryKey, before)
        throw error
      }
    }
    await writeMove(send, t.moved(count))
    await renew(course_id)
  }

  return {
    busy,
    add: (items: Partial<NewContent>[], key: string) => addContents(course_id, items, key),
    order: (parent_id: string | null, items: string[]) => orderContents(course_id, { parent_id, items }),
    newFolder: (parent_id: string | null) =>
      thenRenew(
        write(
          () =>
            callWithHeaders(contentWrites.create, {
              params,
              body: { items: [{ file_name: t.newFolder, file_description: '', parent_id, publish_at: null }] },
              makes: true,
            }),
          t.folderAdded,
        ),
      ),
    /** Publishes at a time, or with null makes drafts. */
    publish: (items: ContentItem[], publish_at: string | null, done: string) =>
      thenRenew(
        write(() => {
          const body = { items: items.map((item) => ({ ...named(item), publish_at })) }
          return callWithHeaders(contentWrites.editMany, { params, body })
        }, done),
      ),
    remove: (items: ContentItem[]) =>
      thenRenew(
        write(
          () => callWithHeaders(contentWrites.removeMany, { params, body: { items: items.map(named) } }),
          t.removed(items.length),
        ),
      ),
    /** @throws CallError */
    replace: async (chosen: ContentItem, location: string, idempotencyKey: string) => {
      // Others may have changed the thing while the file was sent, with no event of it here yet. Earlier files stay as its
      // versions.
      const now = await queries.fetchQuery({ ...contentsOf(course_id), staleTime: 0 })
      const item = findItem(now, chosen._id) ?? chosen
      const params = { course_id, content_id: item._id }
      const input = { params, body: { location }, revision: revisionOf(item), idempotencyKey }
      const { headers } = await callWithHeaders(contentWrites.edit, input)
      await renew(course_id)
      return changeOfHeaders(headers)
    },
    move,
    renew: () => renew(course_id),
  }
}
