import type { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../serve.ts'
import { findSections } from './queries.ts'

export const sectionRoutes = ({ db }: Deps): Handlers<typeof contract.sections> => ({
  list: ({ courseId }) => findSections(db, courseId),
})
