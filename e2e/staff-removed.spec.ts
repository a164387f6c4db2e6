import { expect, test } from './fixtures.ts'
import { goNowhere, goWithin } from './screens.ts'
import { hears } from './stream.ts'

test('who edits a thing that somebody else removes reads it while they type, and what they typed stays in sight', async ({
  page,
  signIn,
  person,
  course,
}) => {
  const colleague = await person(course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  const headers = { authorization: colleague.token }
  const at = `/api/courses/${course.id}`
  async function make(noun: string, data: object): Promise<{ _id: string; revision: number }> {
    const answer = await page.request.post(`${at}/${noun}`, { headers, data })
    expect(answer.ok(), `${noun}: ${await answer.text()}`).toBe(true)
    return (await answer.json()).data
  }
  const attachment = { name: 'page.md', mimeType: 'text/markdown', buffer: Buffer.from('Rain') }
  const uploaded = await page.request.post('/api/upload', { headers, multipart: { attachment } })
  const { location } = (await uploaded.json()).data
  const time = { schedule_start: '2027-01-11T03:00:00Z', schedule_end: '2027-01-11T04:00:00Z' }
  const things: [noun: string, data: object, address: (id: string) => string][] = [
    ['announcements', { announcement_title: 'Rain', announcement_content: '' }, (id) => `announcement/${id}/edit`],
    ['contents', { file_name: 'Rain', file_page: 'Rain', location }, (id) => `content/${id}/page`],
    ['links', { link_name: 'Rain', link_url: 'https://example.org' }, (id) => `content/link/${id}/edit`],
    ['grouping', { grouping_name: 'Rain' }, (id) => `group/grouping/${id}/edit`],
    ['schedules', { schedule_name: 'Rain', ...time }, (id) => `schedule/${id}/edit`],
    [
      'meetings',
      { meeting_title: 'Rain', meeting_host: 'Arthit', meeting_start: '2027-01-11T03:00:00Z' },
      (id) => `meeting/${id}/edit`,
    ],
    ['discussions', { discussion_title: 'Rain' }, (id) => `discussion/${id}/edit`],
    ['assignments', { assignment_name: 'Rain' }, (id) => `assignments/${id}/edit`],
  ]
  const made = await Promise.all(things.map(([noun, data]) => make(noun, data)))
  await signIn(course.staff('instructor', 'Arthit', 'Wattana'))
  const listens = hears(page)
  await page.goto('/')
  await listens
  for (const [i, [noun, data, address]] of things.entries()) {
    const { _id = '', revision = 0 } = made[i] ?? {}
    await goWithin(page, `/course/${course.id}/${address(_id)}`)
    const form = page.getByRole('main').or(page.getByRole('dialog')).getByRole('form').last()
    const field = form.getByRole('textbox').first()
    await expect(field, noun).toHaveValue(noun === 'links' ? 'https://example.org' : 'Rain')
    await field.fill('Rain and sun')
    if (noun === 'contents') await make('contents/remove', { items: [{ _id, revision }] })
    else {
      const remove = { headers: { ...headers, 'if-match': `"${revision}"` } }
      expect((await page.request.delete(`${at}/${noun}/${_id}`, remove)).ok(), noun).toBe(true)
    }
    await expect(form.getByText('It was deleted meanwhile. What you wrote is still here'), noun).toBeVisible()
    await expect(field, noun).toHaveValue('Rain and sun')
    if (['links', 'grouping', 'schedules'].includes(noun)) {
      // Its list is read again, for another thing.
      const input = await field.elementHandle()
      const isRead = page.waitForResponse(
        (one) => one.request().method() === 'GET' && one.url().includes(`${at}/${noun}`),
      )
      await make(noun, data)
      await (await isRead).finished()
      await page.keyboard.type('!')
      await expect(field, noun).toHaveValue('Rain and sun!')
      expect(await input?.evaluate(({ isConnected }) => isConnected), noun).toBe(true)
    }
    await goNowhere(page)
  }
})

test('who is at the end of a long form sees there that somebody else has removed its thing', async ({
  page,
  signIn,
  person,
  course,
}) => {
  const colleague = await person(course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  const headers = { authorization: colleague.token }
  const at = `/api/courses/${course.id}`
  await signIn(course.staff('instructor', 'Arthit', 'Wattana'))
  await page.setViewportSize({ width: 1280, height: 560 })
  const things: [noun: string, data: object, address: (id: string) => string][] = [
    [
      'announcements',
      { announcement_title: 'Rain', announcement_content: 'Word\n\n'.repeat(30) },
      (id) => `announcement/${id}/edit`,
    ],
    ['assignments', { assignment_name: 'Rain' }, (id) => `assignments/${id}/edit`],
  ]
  const listens = hears(page)
  await page.goto('/')
  await listens
  for (const [noun, data, address] of things) {
    const made = await page.request.post(`${at}/${noun}`, { headers, data })
    const { _id, revision } = (await made.json()).data
    await goWithin(page, `/course/${course.id}/${address(_id)}`)
    const form = page.getByRole('main').or(page.getByRole('dialog')).getByRole('form').last()
    await form.getByRole('textbox').first().fill('Rain and sun')
    // The end of the page, and that of the dialog.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await form.getByRole('switch').last().press('Space')
    const note = form.getByText('It was deleted meanwhile. What you wrote is still here')
    const remove = { headers: { ...headers, 'if-match': `"${revision}"` } }
    expect((await page.request.delete(`${at}/${noun}/${_id}`, remove)).ok(), noun).toBe(true)
    await expect(note, noun).toBeVisible()
    await expect(note, noun).not.toBeInViewport()
    await expect(page.getByText('It was deleted meanwhile.', { exact: true }), noun).toBeInViewport({ ratio: 1 })
    await goNowhere(page)
  }
})
