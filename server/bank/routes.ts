import type { contract } from '../../contract/index.ts'
import { findAuthored } from '../assignments/authoringQueries.ts'
import { withPictures } from '../assignments/pictures.ts'
import { shownQuestion } from '../assignments/shown.ts'
import { pageOf } from '../db/page.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../serve.ts'
import { signedAddress } from '../uploads/location.ts'
import { findBankCourses, findQuestions, findTags } from './queries.ts'

export function bankRoutes({ db, now, fileKey }: Deps): Handlers<typeof contract.bank> {
  return {
    async list({ viewer, query }) {
      const courses = await findAuthored(db, viewer._id, query.course ? [query.course] : undefined)
      const { items, next } = pageOf(await findQuestions(db, courses, query), query.limit)
      return {
        items: items.flatMap(({ pictures, place, uses, ...row }) => {
          const sheet = { assignment_questionset: [shownQuestion(row, 'staff')] }
          const shown = withPictures(sheet, pictures, (picture) => signedAddress(fileKey, picture, now()))
          return shown.assignment_questionset.map((question) => ({ ...question, ...place, uses }))
        }),
        next,
      }
    },
    async filters({ viewer }) {
      const authored = await findAuthored(db, viewer._id)
      const [courses, tags] = await Promise.all([findBankCourses(db, authored), findTags(db, authored)])
      return { courses, tags }
    },
  }
}
