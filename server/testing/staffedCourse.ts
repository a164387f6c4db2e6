import type { TestServer } from './server.ts'
import { enrol, makeCourse } from './world.ts'

/**
 * A course at the first moment of the test clock, with an instructor, an assistant and a student of its first section.
 */
export async function makeStaffedCourse(server: TestServer) {
  server.clock.reset()
  const course = await makeCourse(server.db)
  const arthit = await server.person({ first: 'Arthit' })
  const mali = await server.person({ first: 'Mali' })
  const ploy = await server.person({ first: 'Ploy' })
  await enrol(server.db, course, arthit, 'instructor')
  await enrol(server.db, course, mali, 'assistant')
  await enrol(server.db, course, ploy, 'student', { section: '1' })
  return { course, arthit, mali, ploy }
}
