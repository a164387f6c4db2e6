import { expect, test } from 'vitest'
import { useDatabase } from '../testing/database.ts'
import { makeCourse } from '../testing/world.ts'
import { getZone, isZone } from './zone.ts'

const { db } = await useDatabase()

test('a course is in Bangkok unless it says otherwise', async () => {
  expect(await getZone(db, (await makeCourse(db)).id)).toBe('Asia/Bangkok')
  expect(await getZone(db, (await makeCourse(db, { zone: 'Europe/Paris' })).id)).toBe('Europe/Paris')
})

test.each(['Asia/Bangkok', 'America/New_York', 'UTC'])('%s is a zone', (name) => expect(isZone(name)).toBe(true))

test.each(['', '+07:00', 'Asia/Atlantis', 'Bangkok', ' '])('"%s" is no zone', (name) =>
  expect(isZone(name)).toBe(false),
)
