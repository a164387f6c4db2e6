import { expect, test } from 'vitest'
import {
  announcementContentMost,
  announcementTitleMost,
  announcementWrites,
} from '../../contract/staff/announcements.ts'
import { authoring } from '../i18n/en/authoring.ts'
import { empty, wrongIn } from './fields.ts'

const schema = announcementWrites.create.body
const fields = (announcement_title: string, announcement_content: string) => ({
  ...empty.values,
  ...{ announcement_title, announcement_content, publish_at: null },
})

test.each([
  ['nothing', ''],
  ['spaces', '   '],
  ['a title', 'Room 5'],
  ['the longest title', 't'.repeat(announcementTitleMost)],
])('a title of %s is wrong in the form when the server refuses it', (_, title) => {
  const isWrong = 'announcement_title' in wrongIn(fields(title, ''), authoring)
  expect(isWrong).toBe(!schema.safeParse(fields(title, '')).success)
})

test.each([0, 1])(
  'a text of %i characters more than the most is wrong in the form when the server refuses it',
  (over) => {
    const values = fields('Room 5', 'ก'.repeat(announcementContentMost + over))
    expect(Object.keys(wrongIn(values, authoring)).length).toBe(over)
    expect(schema.safeParse(values).success).toBe(over === 0)
  },
)
