import type { Locator } from '@playwright/test'
import { type Kysely, sql } from 'kysely'
import { announcementsPage } from '../contract/announcements.ts'
import { postsPage } from '../contract/discussions.ts'
import { seed } from '../server/changes/change.ts'
import type { DB } from '../server/db/schema.ts'
import { newId } from '../server/ids.ts'
import { makeTopic, type Thing } from '../server/testing/world.ts'
import { expect, test } from './fixtures.ts'
import { hears } from './stream.ts'
import { say } from './topics.ts'

/* Lists that are longer than one page. */

interface LongTopic {
  id: string
  many: number
  /** The id of the earliest post. */
  first?: string
}

const makeLongTopic = async (db: Kysely<DB>, course: Thing, { id, many, first = newId() }: LongTopic) => {
  await makeTopic(db, course, { id, title: 'A long talk', created_at: new Date() })
  await sql`insert into posts (course_id, topic_id, id, content, created_at)
    select ${course.id}, ${id}, case n when 1 then ${first}::uuid else gen_random_uuid() end, 'Post ' || n,
      now() - interval '1 day' + n * interval '1 second'
    from generate_series(1, ${many}) n`.execute(db)
}

const items = (list: Locator) => list.locator('> li')

test('older posts come when they are asked for, and stay when somebody writes', async ({
  page,
  signIn,
  person,
  request,
  db,
  course,
}) => {
  const id = newId()
  const many = 2 * postsPage + 7
  await makeLongTopic(db, course, { id, many })
  await signIn(course.student())
  const mint = await person(course.student())
  const listens = hears(page)
  await page.goto(`/course/${course.id}/discussion/${id}`)
  const posts = page.getByRole('list', { name: 'Posts' })
  await expect(items(posts)).toHaveCount(postsPage)
  await listens
  const older = page.getByRole('button', { name: 'Older posts' })
  await older.click()
  await expect(items(posts)).toHaveCount(2 * postsPage)
  await say(request, mint, `/api/courses/${course.id}/discussions/${id}`, 'And one more')
  await expect(items(posts).first()).toContainText('And one more')
  await expect(items(posts)).toHaveCount(2 * postsPage)
  await older.click()
  await expect(items(posts)).toHaveCount(many + 1)
  await expect(items(posts).last()).toContainText('Post 1')
  await expect(older).toHaveCount(0)
})

test('a post that is older than the first answer opens by its address', async ({ page, signIn, db, course }) => {
  const [id, first] = [newId(), newId()]
  await makeLongTopic(db, course, { id, many: postsPage + 3, first })
  await signIn(course.student())
  await page.goto(`/course/${course.id}/discussion/${id}/post/${first}`)
  await expect(page.getByRole('dialog').getByText('Post 1', { exact: true })).toBeVisible()
})

test('older announcements come when they are asked for', async ({ page, signIn, db, course }) => {
  const many = 2 * announcementsPage
  await seed(db, (trx) =>
    sql`insert into announcements (course_id, id, title, content, publish_at)
      select ${course.id}, gen_random_uuid(), 'News ' || n, '', now() - interval '1 day' + n * interval '1 second'
      from generate_series(1, ${many}) n`.execute(trx),
  )
  await signIn(course.student())
  await page.goto(`/course/${course.id}/home`)
  const row = page.getByRole('list', { name: 'Announcements' })
  const older = row.getByRole('button')
  const card = (n: number) => row.getByText(`News ${n}`, { exact: true })
  await expect(card(many)).toBeVisible()
  await expect(card(1)).toHaveCount(0)
  await older.click()
  await expect(card(1)).toHaveCount(1)
  // The last page may have been the end: only the next request tells.
  await older.click()
  await expect(older).toHaveCount(0)
  await expect(card(1)).toHaveCount(1)
})

test('a page that is gone to by its address begins at its top, however far the one before was scrolled', async ({
  page,
  signIn,
  db,
  course,
}) => {
  const [first, second] = [newId(), newId()]
  for (const id of [first, second]) await makeLongTopic(db, course, { id, many: postsPage })
  await signIn(course.student())
  const posts = page.getByRole('list', { name: 'Posts' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/course/${course.id}/discussion/${first}`)
  await expect(items(posts)).toHaveCount(postsPage)
  await page.evaluate('scrollTo(0, 1200)')
  // Not exactly 1200: posts above get their real heights when they render, and the browser keeps visible ones in place.
  await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(1000)
  await page.goto(`/course/${course.id}/discussion/${second}`)
  await expect(items(posts)).toHaveCount(postsPage)
  await expect(page.getByRole('heading', { name: 'A long talk' })).toBeInViewport()
})
