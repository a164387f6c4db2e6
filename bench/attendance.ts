import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { AttendanceRow, OpenCode } from '../contract/attendance.ts'
import type { ScheduleItem } from '../contract/schedules.ts'
import type { Connection } from '../server/db/database.ts'
import { Lines } from './lines.ts'
import { atOnce, type Figures, percentiles } from './load.ts'
import { Dice } from './university/dice.ts'
import type { World } from './world.ts'

/*
 * A lecture marks itself by the code in the room: everyone within a minute, each at a moment of their own, while the
 * instructor's screens read the code and the list each second. Afterwards the bench looks for every mark.
 */

type Times = Pick<Figures, 'p50' | 'p95' | 'p99' | 'max'>

export interface Attendance {
  students: number
  seconds: number
  /** From a student's press to the answer, in ms. */
  mark: Times
  /** For the whole list, as the instructor reads it. */
  list: Times
  errors: number
  /** Marks that the server acknowledged and the list lacks. */
  lost: number
}

interface Given {
  origin: string
  connection: Connection
  lecture: World['lecture']
  seconds: number
}

export async function attendanceMinute({ origin, connection, lecture, seconds }: Given): Promise<Attendance> {
  const { readers, instructor } = lecture
  const course = `/api/courses/${instructor.course_id}`
  const lines = new Lines(new URL(origin))
  async function send<T>(method: 'GET' | 'POST', path: string, token: string, body?: object): Promise<T> {
    const headers = { authorization: token, ...(body && { 'content-type': 'application/json' }) }
    const bytes = body && [Buffer.from(JSON.stringify(body))]
    const { status, body: answer } = await lines.ask({ method, path, headers, ...(bytes && { body: bytes }) })
    if (status !== 200) throw new Error(`${path}: ${status} ${answer}`)
    return (JSON.parse(answer.toString()) as { data: T }).data
  }
  const asStaff = <T>(method: 'GET' | 'POST', path: string, body?: object) =>
    send<T>(method, course + path, instructor.token, body)

  const hour = 3_600_000
  const { _id } = await asStaff<ScheduleItem>('POST', '/schedules', {
    ...{ schedule_name: 'Attendance', schedule_start: new Date().toISOString() },
    schedule_end: new Date(Date.now() + hour).toISOString(),
  })
  const ofClass = `/schedules/${_id}`
  try {
    await asStaff('POST', `${ofClass}/code`, {})
    const [marks, lists]: [number[], number[]] = [[], []]
    const faults: string[] = []
    const marked = new Set<string>()
    const began = performance.now()
    let code = ''
    let isOver = false
    async function show() {
      while (!isOver) {
        const { codes } = await asStaff<OpenCode>('GET', `${ofClass}/code`)
        const [present = { code: '', ends_in_ms: 0 }] = codes
        code = present.code
        // An earlier code counts for some seconds more.
        await pause(Math.min(1_000, present.ends_in_ms + 20))
      }
    }
    async function watch() {
      while (!isOver) {
        const asked = performance.now()
        await asStaff(`GET`, `${ofClass}/attendance`)
        lists.push(performance.now() - asked)
        await pause(1_000)
      }
    }
    const shown = show()
    const watched = watch()
    while (!code) await pause(10)
    const dice = new Dice('attendance')
    await atOnce(() =>
      Promise.all(
        readers.map(async ({ person_id, token }) => {
          const moment = dice.roll() * seconds * 1000
          await pause(Math.max(0, began + moment - performance.now()))
          try {
            await send('POST', `${course}/attendance`, token, { code, device: crypto.randomUUID() })
            marks.push(performance.now() - began - moment)
            marked.add(person_id)
          } catch (error) {
            faults.push((error as Error).message)
          }
        }),
      ),
    )
    const took = (performance.now() - began) / 1000
    isOver = true
    await Promise.all([shown, watched])
    if (faults.length > 0) console.error(`Attendance: ${faults.slice(0, 3).join('\n')}`)
    const { items } = await asStaff<{ items: AttendanceRow[] }>('GET', `${ofClass}/attendance`)
    const kept = new Set(items.flatMap((row) => (row.attendance === 3 ? [row._id] : [])))
    return {
      students: marks.length,
      seconds: Math.round(took * 10) / 10,
      mark: percentiles(marks),
      list: percentiles(lists),
      errors: faults.length,
      lost: [...marked].filter((id) => !kept.has(id)).length,
    }
  } finally {
    lines.close()
    await remove(connection, instructor.course_id, _id)
  }
}

/** Deletes the class with all its marks. */
async function remove(connection: Connection, courseId: string, id: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(`select set_config('raintree.change', 'seed', false)`)
    await client.query('delete from schedules where course_id = $1 and id = $2', [courseId, id])
  } finally {
    await client.end()
  }
}
