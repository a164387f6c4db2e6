import type { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../serve.ts'
import { findSavedComments, removeSavedComment, saveComment } from './queries.ts'

export function savedCommentRoutes({ db, now }: Deps): Handlers<typeof contract.savedComments> {
  return {
    list: ({ viewer }) => findSavedComments(db, viewer._id),
    save: ({ viewer, newId, body }) =>
      saveComment(db, { id: newId(), personId: viewer._id, text: body.text, now: now() }),
    remove: ({ viewer, params }) => removeSavedComment(db, viewer._id, params.comment_id),
  }
}
