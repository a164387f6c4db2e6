import type { APIRequestContext, Page } from '@playwright/test'
import type { TopicSummary } from '../contract/discussions.ts'
import { expect, type Person } from './fixtures.ts'
import { hears } from './stream.ts'

/* How tests open the topics of a course. */

/** A topic without posts. No test writes in the demo school's; a course of the test's own has it too. */
export const QUIET = 'Ideas for the project'
/** A topic of the demo school with many posts. No test writes there. */
export const READ = 'Recursion: when do you stop?'

/** The topic of that title in the person's course: the addresses of the list, of the topic, and of the topic in the API. */
export async function topicOf(person: Person, title: string) {
  const { course_id } = await person.course('2110101')
  const api = `/api/courses/${course_id}/discussions`
  const topic = (await person.get<TopicSummary[]>(api)).find((t) => t.discussion_title === title)
  if (!topic) throw new Error(`There is no topic ${title}`)
  const list = `/course/${course_id}/discussion`
  return { course_id, list, id: topic._id, api: `${api}/${topic._id}`, path: `${list}/${topic._id}` }
}

/** Opens a topic and waits until its page receives live events. */
export async function openTopic(page: Page, person: Person, title: string) {
  const topic = await topicOf(person, title)
  const listens = hears(page)
  await page.goto(topic.path)
  await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible()
  await listens
  return topic
}

export const box = (page: Page) => page.getByRole('textbox', { name: 'New post' })
export const posts = (page: Page) => page.getByRole('list', { name: 'Posts' })
export const postWith = (page: Page, text: string) => posts(page).getByRole('article').filter({ hasText: text })

/** Posts in a topic, or comments on a post, without the screen; returns the id of the text. */
export async function say(
  request: APIRequestContext,
  { token }: Person,
  api: string,
  content: string,
): Promise<string> {
  const answer = await request.post(api, { headers: { authorization: token }, data: { content } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { data: { _id: string } }).data._id
}
