import { expect, test } from 'vitest'
import { announcements } from '../../contract/announcements.ts'
import { notifications } from '../../contract/notifications.ts'
import { announcementWrites } from '../../contract/staff/announcements.ts'
import { addressOf, requestOf } from '../testing/client.ts'
import { ahead, start } from '../testing/clock.ts'
import { openEvents } from '../testing/events.ts'
import type { Place } from '../testing/examples.ts'
import { openGarden } from '../testing/plant.ts'
import { publishDueNow } from '../testing/publishing.ts'
import { useServer } from '../testing/server.ts'
import { staffCalls } from '../testing/staffCalls.ts'
import { enrol, makeAnnouncement, makeCourse } from '../testing/world.ts'
import { formOf } from '../uploads/testing.ts'

/*
 * The live events that students get of staff's writes say that something changed, and never a word or the id of
 * something hidden.
 */

const server = await useServer()
const { db } = server
const course = await makeCourse(db)
const elsewhere = await makeCourse(db)
const course_id = course.id
const arthit = await server.person({ first: 'Arthit' })
const ploy = await server.person({ first: 'Ploy' })
const nida = await server.person({ first: 'Nida' })
await enrol(db, course, arthit, 'instructor')
await enrol(db, course, ploy, 'student', { section: '1' })
await enrol(db, elsewhere, nida, 'student')
await makeAnnouncement(db, course)
const garden = await openGarden(db, course_id)

/** Makes a call of staff with secrets in its texts. Returns the id of the hidden thing. */
async function writeAsStaff({ endpoint, example }: (typeof staffCalls)[number], place: Place): Promise<string[]> {
  const input = await example(place)
  const planted = (of: unknown, fixed: string[], path = '') =>
    Object.fromEntries(
      Object.entries(of as Record<string, unknown>).map(([key, value]) =>
        typeof value === 'string' && !fixed.includes(path + key)
          ? [key, garden.secretFor(`a body's ${key}`)]
          : [key, value],
      ),
    )
  const plant = (fixed: string[]): object =>
    Array.isArray(input.body) ? input.body.map((item, i) => planted(item, fixed, `${i}.`)) : planted(input.body, fixed)
  const send = (fixed: string[]) =>
    arthit.raw(
      endpoint.method,
      addressOf(endpoint, input.params, input.query),
      input.form ? formOf([input.form]) : requestOf({ ...input, body: input.body && plant(fixed) }),
    )
  let answer = await send([])
  // A field whose values are fixed takes no secret.
  if (answer.statusCode === 400) answer = await send(Object.keys(answer.json().error.fields ?? {}))
  expect(answer.statusCode, `${endpoint.path} ${answer.body}`).toBe(endpoint.status ?? 200)
  const { _id, publish_at } = answer.json().data ?? {}
  return publish_at === null ? [_id] : []
}

test('no stream of a student has a secret, or the id of what is hidden, whatever staff write', async () => {
  await garden.copy('announcements', { deleted_at: start })
  await garden.copy('announcements', { publish_at: null })
  await garden.copy('announcements', { section: '2' })
  const place = { server, course: await makeCourse(db), person: arthit }
  await enrol(db, place.course, arthit, 'instructor')
  await enrol(db, place.course, ploy, 'student')
  const listeners = [ploy, nida]
  const streams = await Promise.all(
    listeners.map(async ({ token }) => openEvents((await server.listen()) + notifications.stream.path, token)),
  )
  const hidden = new Set(await garden.idsOf('announcements'))
  for (const { _id } of await ploy.call(announcements.list, { params: { course_id } })) hidden.delete(_id)
  for (const { _id, revision = 1 } of await arthit.call(announcements.list, { params: { course_id } })) {
    const params = { course_id, announcement_id: _id }
    await arthit.call(announcementWrites.edit, { params, body: { pinned: true }, revision })
  }
  for (const call of staffCalls) for (const id of await writeAsStaff(call, place)) hidden.add(id)
  const { _id: scheduled } = await arthit.call(announcementWrites.create, {
    params: { course_id: place.course.id },
    body: {
      ...{ announcement_title: garden.secretFor('announcements.title'), audience: { section: '2' } },
      publish_at: ahead({ hours: 1 }).toISOString(),
    },
  })
  server.clock.pass({ hours: 1 })
  await publishDueNow(server)
  hidden.add(scheduled)
  expect(hidden.size).toBeGreaterThan(3)

  for (const [i, events] of streams.entries()) {
    await listeners[i]?.call(notifications.readAll)
    const heard: unknown[] = []
    for (let last: unknown; last !== 0; ) {
      const { data } = await events.next()
      last = (data as { courses?: string[] }).courses?.length
      heard.push(data)
    }
    await events.close()
    const words = JSON.stringify(heard)
    expect(garden.secretsIn(words)).toEqual([])
    expect([...hidden].filter((id) => words.includes(id))).toEqual([])
    if (i === 0) expect(words).toContain(place.course.id)
  }
})
