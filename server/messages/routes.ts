import type { contract } from '../../contract/index.ts'
import { isRepeat } from '../changes/change.ts'
import { write } from '../changes/write.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import type { Handlers } from '../serve.ts'
import { addMessage, areOnCourse, findMessages, getMessage } from './queries.ts'

export function messageRoutes(deps: Deps): Handlers<typeof contract.messages> {
  const { db, now } = deps
  return {
    one: ({ params, ...grant }) => getMessage(db, grant, params.message_id),
    list: ({ courseId, query }) => findMessages(db, courseId, query),
    async send(input) {
      const { viewer, courseId, newId, body } = input
      const { title, content } = body
      const people = body.people === 'all' ? null : body.people
      // Some may have left when the request comes again.
      if (await isRepeat(db, input)) return getMessage(db, input, newId())
      if (people && !(await areOnCourse(db, courseId, people)))
        throw new Refusal('invalid', { fields: { people: 'must all be on the course' } })
      const id = newId()
      const row = { course_id: courseId, id, author_id: viewer._id, people, title, content, sent_at: now() }
      await write(deps, input, { kind: 'message_sent', about: { _id: id, title } }, (trx) => addMessage(trx, row))
      return getMessage(db, input, id)
    },
  }
}
