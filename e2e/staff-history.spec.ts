import { sql } from 'kysely'
import { enrol, makePerson } from '../server/testing/world.ts'
import { authoring } from '../web/i18n/en/authoring.ts'
import { expect, test } from './fixtures.ts'
import { says } from './messages.ts'

/* The history of a course: everything that staff did, from which it is taken back. */

test('a paste is found in the history of the course and taken back but for what another corrected since; axe', async ({
  page,
  person,
  signIn,
  course,
  axe,
}) => {
  const own = await course.staff('instructor', 'Siriporn', 'Chaiyasit')
  const siriporn = await person(own)
  const mali = await person(course.staff('instructor', 'Mali', 'Boonmee'))
  const anong = await course.student('Anong', 'Anan', '1')
  const wirun = await course.student('Wirun', 'Saelim', '2')
  const api = `/api/courses/${course.id}`
  const as = (who: { token: string }) => ({ authorization: who.token })
  await page.request.post(`${api}/gradebook/columns`, {
    headers: as(siriporn),
    data: { gradable_name: 'Midterm', gradable_score: 10 },
  })
  const { columns } = await mali.get<{ columns: { _id: string }[] }>(`${api}/grades`)
  const gradable_id = columns[0]?._id
  const put = async (who: { token: string }, items: { person_id: string; score: number }[]) => {
    const data = { items: items.map((one) => ({ ...one, gradable_id })) }
    const answer = await page.request.put(`${api}/grades`, { headers: as(who), data })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await put(siriporn, [
    { person_id: anong.id, score: 3 },
    { person_id: wirun.id, score: 4 },
  ])
  await put(mali, [{ person_id: anong.id, score: 9 }])
  await page.request.post(`${api}/announcements`, { headers: as(siriporn), data: { announcement_title: 'Room 5' } })

  await signIn(own)
  await page.goto(`/course/${course.id}/grade`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  const rows = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(page.getByRole('combobox', { name: 'Which changes' })).toHaveValue('grades')
  const paste = rows.filter({ hasText: 'Midterm · 2 in all' })
  await paste.getByRole('button', { name: /Siriporn Chaiyasit entered grades/ }).click()
  await axe()
  await paste.getByRole('button', { name: 'Undo', exact: true }).click()
  const asked = paste.getByRole('alert').filter({ hasText: 'One of them was changed since.' })
  const others = asked.getByRole('button', { name: 'Take back the others' })
  // A press whose request is lost can be made again, and two presses at once are one.
  await page.route(/\/undo\?leave=changed$/, (route) => route.abort())
  await others.click()
  await says(page, 'That did not work. Try again in a moment.')
  await page.unrouteAll()
  await others.dblclick()
  await says(page, 'Taken back, without the one changed since.')
  await expect(paste.getByText('Taken back in part')).toBeVisible()
  await expect(rows.first()).toContainText('took back: entered grades, without 1 changed since')
  const { rows: scores } = await mali.get<{ rows: { _id: string; cells: unknown[] }[] }>(`${api}/grades`)
  const of = (one: { id: string }) => scores.find(({ _id }) => _id === one.id)?.cells
  expect([of(anong), of(wirun)]).toEqual([[{ hidden: 9 }], [null]])

  await page.getByRole('combobox', { name: 'Which changes' }).selectOption('All changes')
  await expect(rows).toHaveCount(5)
  await expect(rows.filter({ hasText: 'Room 5' })).toHaveCount(1)
})

test('the lines of a large change come a hundred at a time, and the address from before leads to the page', async ({
  page,
  person,
  signIn,
  course,
  db,
}) => {
  const own = await course.staff('instructor', 'Siriporn', 'Chaiyasit')
  const siriporn = await person(own)
  const students = await Promise.all(
    Array.from({ length: 140 }, async (_, n) => {
      const one = await makePerson(db, { first: `Student ${n}` })
      await enrol(db, course, one)
      return one
    }),
  )
  const api = `/api/courses/${course.id}`
  const headers = { authorization: siriporn.token }
  await page.request.post(`${api}/gradebook/columns`, { headers, data: { gradable_name: 'Quiz', gradable_score: 10 } })
  const { columns } = await siriporn.get<{ columns: { _id: string }[] }>(`${api}/grades`)
  const items = students.map(({ id }, n) => ({ person_id: id, gradable_id: columns[0]?._id, score: n / 20 }))
  const answer = await page.request.put(`${api}/grades`, { headers, data: { items } })
  expect(answer.ok(), await answer.text()).toBe(true)

  await signIn(own)
  await page.goto(`/course/${course.id}/settings/history`)
  await expect(page).toHaveURL(`/course/${course.id}/history`)
  const paste = page.getByRole('list', { name: 'History' }).getByRole('listitem').filter({ hasText: 'Quiz · 140' })
  await paste.getByRole('button', { name: /entered grades/ }).click()
  const lines = paste.getByRole('term')
  await expect(lines).toHaveCount(30)
  await paste.getByRole('button', { name: 'Show 100 more of 140 lines' }).click()
  await expect(lines).toHaveCount(130)
  await paste.getByRole('button', { name: 'Show 10 more of 140 lines' }).click()
  await expect(lines).toHaveCount(140)
  await expect(paste.getByRole('button', { name: /^Show/ })).toHaveCount(0)
  // Whoever goes on by keys goes on at the first new line.
  await expect(lines.nth(130).locator('..')).toBeFocused()

  // Of very many rows the page has the first thousand, and says so.
  await expect(paste.getByText('that it changed')).toHaveCount(0)
  const many = sql`
    insert into change_rows (course_id, change_id, n, table_name, key, before, after)
    select course_id, change_id, n + 1000 * times, table_name, key || jsonb_build_object('copy', times), before, after
    from change_rows, generate_series(1, 10) as times where course_id = ${course.id} and table_name = 'entries'`
  await many.execute(db)
  await page.reload()
  await paste.getByRole('button', { name: /entered grades/ }).click()
  await expect(paste.getByText('These are the first 1,000 of the 1,540 rows that it changed.')).toBeVisible()
})

test('a teaching assistant reads the history of the course, and a student does not', async ({
  page,
  signIn,
  course,
}) => {
  await signIn(course.staff('assistant', 'Krit', 'Boonmee'))
  await page.goto(`/course/${course.id}/home`)
  await expect(page.getByRole('link', { name: 'People', exact: true })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('y')
  await expect(page.getByText('Nothing was changed yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export the history of the course' })).toHaveCount(0)
  await signIn(course.student('Anong', 'Anan', '1'))
  await page.goto(`/course/${course.id}/history`)
  await expect(page.getByRole('heading', { name: 'Page not found', exact: true })).toBeVisible()
})

/** Columns that the comparison leaves out: ids, the server's own columns, and those in the title of the change. */
const uncompared = [
  ...['id', 'revision', 'owners', 'members', 'people', 'parts', 'items', 'part', 'path', 'field', 'shape', 'colour'],
  ...['created_by', 'asked_by', 'answered_by', 'endorsed_by', 'used_by', 'member_of', 'marks.page', 'curve', 'grade'],
  ...['roster_pending.first', 'roster_pending.last', 'points', 'points_before', 'score_before', 'reckoned', 'final'],
  ...['same', 'mooc', 'uses_left', 'password_hash', 'token', 'thumbnail'],
  ...['recording_audio_upload', 'recording_video_upload'],
]

test('every column that staff write has words for the history, or stands here', async ({ db }) => {
  const { rows } = await sql<{ table: string; column: string }>`
    select tgrelid::regclass::text as table, attname as column
    from pg_trigger join pg_attribute on attrelid = tgrelid and attnum > 0 and not attisdropped
    where tgfoid = 'record_change'::regproc order by 1, 2`.execute(db)
  const known = new Set([...Object.keys(authoring.history.fields), ...uncompared])
  const missing = rows.filter(
    ({ table, column }) => !known.has(column) && !known.has(`${table}.${column}`) && !/_(id|at)$/.test(column),
  )
  expect(
    missing.map(({ table, column }) => `${table}.${column}`),
    'name each in `fields` of web/i18n/en/authoring/history.ts',
  ).toEqual([])
  expect(rows.length).toBeGreaterThan(300)
})
