import { expect, otherPage, test } from './fixtures.ts'
import { messages, undo } from './messages.ts'

/* People edit and delete their own texts in a topic. */

test('a student edits their post and deletes a comment that was answered, others see it at once, and staff what it said', async ({
  page,
  browser,
  course,
  signIn,
  axe,
}) => {
  const wirun = await course.student('Wirun', 'Saelim')
  const nok = await course.student('Nok', 'Srisuk')
  await signIn(wirun)
  await page.goto(`/course/${course.id}/discussion`)
  await page.getByRole('link', { name: /^Recursion/ }).click()
  await page.getByRole('textbox', { name: 'New post' }).fill('A tree is a *lst*.')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await page.getByRole('link', { name: /^Post of Wirun Saelim/ }).click()
  const post = page.getByRole('dialog')
  await post.getByRole('button', { name: 'Edit', exact: true }).click()
  const field = post.getByRole('textbox', { name: 'Edit your text' })
  await expect(field).toBeFocused()
  await field.fill('A tree is a *list*.')
  await page.keyboard.press('Escape')
  await expect(post).toContainText('A tree is a lst.')
  await expect(post.getByRole('button', { name: 'Edit', exact: true })).toBeFocused()
  await undo(page, 'It is discarded.')
  await expect(field).toHaveValue('A tree is a *list*.')
  await expect(field).toBeFocused()
  await page.reload()
  await expect(field).toHaveValue('A tree is a *list*.')
  expect(await axe()).toEqual([])
  // What is typed while the save is under way stays in the field.
  const typed = Promise.withResolvers<void>()
  await page.route('**/discussions/*/*', async (route) => {
    if (route.request().method() === 'PATCH') await typed.promise
    await route.continue()
  })
  await field.press('Control+Enter')
  const save = post.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toHaveAttribute('aria-busy', 'true')
  await field.fill('A tree is a *list*. And so on')
  typed.resolve()
  await expect(save).not.toHaveAttribute('aria-busy', 'true')
  await expect(field).toHaveValue('A tree is a *list*. And so on')
  await page.unrouteAll()
  await page.keyboard.press('Escape')
  await expect(post).toContainText('A tree is a list.')
  await expect(post).toContainText('edited')
  await messages(page).getByRole('button', { name: 'Close' }).click()

  const other = await otherPage(browser)
  await signIn(nok, other)
  await other.goto(page.url())
  const theirs = other.getByRole('dialog')
  await expect(theirs).toContainText('A tree is a list.')
  await expect(theirs.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
  await theirs.getByRole('textbox', { name: 'Write a comment' }).fill('Is it?')
  await theirs.getByRole('button', { name: 'Send' }).click()
  await expect(post).toContainText('Is it?')

  await post.getByRole('article').first().getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(messages(page)).toContainText('It is deleted.')
  await expect(theirs).toContainText('Deleted by its author.')
  await expect(theirs).not.toContainText('A tree is')
  await undo(page, 'It is deleted.')
  await expect(theirs).toContainText('A tree is a list.')

  // Of two texts that were deleted one after the other, each can come back.
  await post.getByRole('textbox', { name: 'Write a comment' }).fill('It can be empty.')
  await post.getByRole('button', { name: 'Send' }).click()
  await expect(theirs).toContainText('It can be empty.')
  const undos = messages(page).getByRole('button', { name: 'Undo', exact: true })
  await post.getByRole('button', { name: 'Delete', exact: true }).last().click()
  await expect(undos).toHaveCount(1)
  await post.getByRole('button', { name: 'Delete', exact: true }).first().click()
  await expect(undos).toHaveCount(2)
  await undos.first().click()
  await undos.click()
  await expect(theirs).toContainText('A tree is a list.')
  await expect(theirs).toContainText('It can be empty.')
  await other.context().close()

  const staff = await otherPage(browser)
  await signIn(course.staff('instructor', 'Siriporn', 'Chaiyasit'), staff)
  await staff.goto(page.url())
  const hisText = staff.getByRole('dialog').getByRole('button', { name: 'What to do with the text of Wirun Saelim' })
  await hisText.first().click()
  await staff.getByRole('menuitem', { name: 'Earlier versions' }).click()
  await expect(staff.getByRole('dialog', { name: 'Earlier versions' })).toContainText('A tree is a lst.')
})

test('a topic for a section is seen by that section alone', async ({ page, browser, course, signIn }) => {
  const [ploy, nat] = [await course.student('Ploy', 'Dee', '1'), await course.student('Nat', 'Dee', '2')]
  await signIn(course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  await page.goto(`/course/${course.id}/discussion/new`)
  await page.getByRole('textbox', { name: 'Title' }).fill('Lab of section 2')
  await page.getByRole('combobox', { name: 'Who sees it' }).fill('2')
  await page.getByRole('option', { name: 'Section 2' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('link', { name: /^Lab of section 2/ })).toBeVisible()
  await expect(page.getByText('Section 2', { exact: true })).toBeVisible()
  for (const [person, sees] of [
    [nat, 1],
    [ploy, 0],
  ] as const) {
    const theirs = await otherPage(browser)
    await signIn(person, theirs)
    await theirs.goto(`/course/${course.id}/discussion`)
    await expect(theirs.getByRole('link', { name: /^Recursion/ })).toBeVisible()
    await expect(theirs.getByRole('link', { name: /^Lab of section 2/ })).toHaveCount(sees)
    await theirs.context().close()
  }
})
