import { sharedKey } from '../process/keys.ts'
import type { TestServer } from '../testing/server.ts'
import { codesFrom } from './code.ts'
import { openCode as open } from './open.ts'

/** Opens the code of a class and returns the present one. */
export async function openCode(
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  { course_id, schedule_id }: { course_id: string; schedule_id: string },
): Promise<string> {
  const at = { courseId: course_id, scheduleId: schedule_id, now: clock.now() }
  const { opened_at } = await open(db, at, 15)
  const opened = { scheduleId: schedule_id, openedAt: opened_at.getTime() }
  const [present] = codesFrom(await sharedKey(db, 'attendance'), opened, clock.now().getTime(), 1)
  return present?.code ?? ''
}
