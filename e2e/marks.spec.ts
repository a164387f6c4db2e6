import { readFile } from 'node:fs/promises'
import { degrees, PDFDict, PDFDocument, type PDFHexString, PDFName } from '@cantoo/pdf-lib'
import type { Locator, Page } from '@playwright/test'
import type { MarkColour, MarkKind, MarkShape } from '../contract/staff/marks.ts'
import { seed } from '../server/changes/change.ts'
import { expect, otherPage, test } from './fixtures.ts'
import { fillDevice } from './fullDevice.ts'
import { box, demo, handFilesIn, isDrawn, openAttempt, view } from './handedIn.ts'
import { undo } from './messages.ts'
import { olderReading } from './olderReading.ts'
import { hears } from './stream.ts'

/* Graders' marks on submitted work, as its student sees them. */

interface Drawn {
  field: string
  kind: MarkKind
  shape: MarkShape
  comment: string
  page?: number
  colour?: MarkColour
}

test('a student sees the marks with the released feedback and not before, and downloads the PDF with them', async ({
  page,
  signIn,
  person,
  course,
  db,
  axe,
}) => {
  const ploy = await signIn(course.student())
  const grader = await person(course.staff('instructor'))
  const turned = await PDFDocument.load(await demo('lecture-recursion.pdf'))
  turned.getPage(1).setRotation(degrees(90))
  const files = {
    'essay.pdf': Buffer.from(await turned.save()),
    'main.py': Buffer.from('def f(n):\n    return n\n\nprint(f(1))\n'),
    'flow.png': await demo('flowchart.png'),
  }
  const given = await handFilesIn(page, ploy, { course, db }, files, 'First line\nSecond line')
  const [pdf = '', py = '', png = ''] = given.fields
  const marks: Drawn[] = [
    { field: pdf, kind: 'highlight', shape: { boxes: [[0.1, 0.1, 0.5, 0.03]] }, comment: 'สรุปได้ดีมาก เขียนให้สั้นลงอีกนิด' },
    {
      field: pdf,
      kind: 'pen',
      shape: {
        strokes: [
          [
            [0.2, 0.3],
            [0.4, 0.35],
            [0.6, 0.3],
          ],
        ],
      },
      comment: 'Why?',
      colour: 'wrong',
    }, // prettier-ignore
    { field: pdf, kind: 'text', shape: { at: [0.5, 0.5] }, comment: 'See page 2', colour: 'note', page: 2 },
    { field: py, kind: 'highlight', shape: { from: [1, 4], to: [2, 10] }, comment: 'A better name?', colour: 'soon' },
    { field: png, kind: 'pin', shape: { at: [0.5, 0.25] }, comment: 'This arrow is wrong', colour: 'wrong' },
    { field: png, kind: 'text', shape: { at: [0.95, 0.5] }, comment: 'It goes back to the first box' },
    { field: 'textbox', kind: 'pin', shape: { from: [2, 0], to: [2, 6] }, comment: 'Say more', colour: 'done' },
  ]
  for (const data of marks) {
    const at = `/api/courses/${course.id}/submissions/${given.submission_id}/marks`
    const answer = await page.request.post(at, { headers: { authorization: grader.token }, data })
    expect(answer.ok(), await answer.text()).toBe(true)
  }

  const attempts = await openAttempt(page, given)
  await view(attempts, 'main.py')
  await expect(box(attempts, 'main.py')).toContainText('print(f(1))')
  await expect(attempts.getByRole('list', { name: 'Marks' })).toHaveCount(0)

  const feedback = { course_id: course.id, submission_id: given.submission_id, show: true }
  await seed(db, (trx) => trx.insertInto('feedback').values(feedback).execute())
  await page.reload()
  await page.getByRole('link', { name: 'See the 7 marks on your work' }).click()
  await expect(attempts.getByRole('button', { name: /^Attempt 1/ })).toBeFocused()
  await expect(
    box(attempts, 'Text Response, with marks').getByRole('button', { name: 'Mark 1: Say more' }),
  ).toBeVisible()
  await expect(attempts.getByText('3 marks')).toBeVisible()
  await view(attempts, 'main.py')
  await expect(box(attempts, 'main.py').locator('.work-marked').first()).toHaveText('f')
  await view(attempts, 'flow.png')
  await expect(attempts.getByRole('button', { name: 'Mark 1: This arrow is wrong' })).toBeVisible()
  await expect(attempts.getByRole('listitem').filter({ hasText: 'This arrow is wrong' }).last()).not.toContainText(
    'page',
  )
  const edge = attempts.getByRole('button', { name: 'Mark 2: It goes back' }).locator('.work-note')
  await expect.poll(async () => (await edge.boundingBox())?.width, 'a text at the edge has room').toBeGreaterThan(120)
  await view(attempts, 'essay.pdf')
  const first = box(attempts, 'essay.pdf').getByRole('group', { name: 'Page 1', exact: true })
  await expect.poll(() => isDrawn(first.locator('canvas'))).toBe(true)
  const why = attempts.getByRole('listitem').filter({ hasText: 'Why?' }).last()
  await first.getByRole('button', { name: 'Mark 2: Why?' }).click()
  await expect(why).toBeFocused()
  await attempts.getByRole('button', { name: 'Show mark 3 on the work' }).click()
  const second = attempts.getByRole('button', { name: 'Mark 3: See page 2' })
  await expect(second).toBeFocused()
  await expect(second).toBeInViewport()
  const page2 = box(attempts, 'essay.pdf').getByRole('group', { name: 'Page 2', exact: true })
  const boxOf = async (one: Locator) => Object.values((await one.boundingBox()) ?? {}).map(Math.round)
  await expect(page2.locator('.work-words > span').first(), 'its words are there').toBeAttached()
  // pdf.js gives whole pixels.
  const off = async () => {
    const [paper, words] = [await boxOf(page2), await boxOf(page2.locator('.work-words'))]
    return Math.max(...paper.map((side, i) => Math.abs(side - (words[i] ?? 0))))
  }
  await expect.poll(off, 'the words of a turned page lie on it').toBeLessThanOrEqual(2)
  expect(await axe()).toEqual([])

  const download = page.waitForEvent('download')
  await attempts.getByRole('button', { name: 'Download with the marks' }).first().click()
  const made = await PDFDocument.load(await readFile(await (await download).path()))
  const before = await PDFDocument.load(files['essay.pdf'])
  expect(made.getPageCount()).toBe(before.getPageCount() + 1)
  expect(made.getPage(0).node.Annots()?.size()).toBeGreaterThanOrEqual(2)
})

/** A place on a page, given in fractions of it, in pixels of the window. */
async function placeOn(page: Page, [x, y]: [number, number]) {
  const ground = page.getByRole('application', { name: 'Draw on page 1', exact: true })
  await ground.scrollIntoViewIfNeeded()
  const { x: left = 0, y: top = 0, width = 0, height = 0 } = (await ground.boundingBox()) ?? {}
  return [left + x * width, top + y * height] as const
}

test('graders draw by mouse and by keyboard, each sees the other’s marks at once, and one press takes one back', async ({
  page,
  browser,
  signIn,
  person,
  course,
  db,
  axe,
}) => {
  const student = await person(course.student('Ploy'))
  const files = {
    'essay.pdf': await demo('lecture-recursion.pdf'),
    'main.py': Buffer.from('def f(n):\n    return n\n'),
  }
  const given = await handFilesIn(page, student, { course, db }, files, 'First line\nSecond line')
  const path = `/course/${course.id}/assignments/${given.asgn_id}/grading/${given.submission_id}`
  const other = await otherPage(browser)
  await signIn(await course.staff('instructor', 'Arthit'))
  await signIn(await course.staff('assistant', 'Mali'), other)
  await Promise.all([page.goto(path), other.goto(path)])
  const tools = (n: number) => page.getByRole('toolbar', { name: 'Marks on the work' }).nth(n)
  const pdf = page.getByRole('group', { name: 'essay.pdf', exact: true })
  await expect.poll(() => isDrawn(pdf.getByRole('group', { name: 'Page 1', exact: true }).locator('canvas'))).toBe(true)

  await tools(1).getByRole('button', { name: 'Highlight' }).click()
  const [from, to] = [await placeOn(page, [0.1, 0.1]), await placeOn(page, [0.6, 0.2])]
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move(...to, { steps: 5 })
  await page.mouse.up()
  const comment = page.getByRole('textbox', { name: 'Comment on mark 1' })
  await expect(comment).toBeFocused()
  // The mark and its comment are in sight together, and the messages do not cover the comment.
  await expect(page.getByRole('button', { name: 'Mark 1', exact: true })).toBeInViewport({ ratio: 1 })
  const message = page.getByRole('region', { name: 'Messages' })
  await expect(message).toBeVisible()
  const below = async (upper: Locator, lower: Locator) =>
    ((await lower.boundingBox())?.y ?? 0) - ((await upper.boundingBox().then((box) => box && box.y + box.height)) ?? 0)
  expect(await below(comment, message)).toBeGreaterThan(0)
  await page.keyboard.type('ดีมาก')
  await page.keyboard.press('Control+Enter')
  await expect(other.getByRole('button', { name: 'Mark 1: ดีมาก' })).toBeVisible()

  // Escape puts a tool down.
  await tools(1).getByRole('button', { name: 'Text' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('application')).toHaveCount(0)
  await tools(1).getByRole('button', { name: 'Pin' }).focus()
  await page.keyboard.down('Enter')
  const ground = page.getByRole('application', { name: 'Draw on page 1', exact: true })
  await expect(ground).toBeFocused()
  // Who holds the key chooses the tool, and places nothing.
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(ground).toBeFocused()
  for (let n = 0; n < 3; n++) await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Comment on mark 2' })).toBeFocused()
  await expect(other.getByRole('button', { name: 'Mark 2', exact: true })).toBeVisible()
  await undo(page, 'The mark is drawn.')
  await expect(other.getByRole('button', { name: 'Mark 2', exact: true })).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Comment on mark 2' })).toHaveCount(0)

  // All strokes until the pen is put down are one mark.
  await tools(1).getByRole('button', { name: 'Pen' }).click()
  for (const y of [0.3, 0.4]) {
    const [left, right] = [await placeOn(page, [0.2, y]), await placeOn(page, [0.4, y])]
    await page.mouse.move(...left)
    await page.mouse.down()
    await page.mouse.move(...right, { steps: 3 })
    await page.mouse.up()
  }
  const grader = await person(course.staff('instructor'))
  const strokes = async () => {
    const all = await grader.get<{ shape: MarkShape }[]>(
      `/api/courses/${course.id}/submissions/${given.submission_id}/marks`,
    )
    return all.flatMap(({ shape }) => ('strokes' in shape ? [shape.strokes.length] : []))
  }
  await expect.poll(strokes).toEqual([2])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'Comment on mark 2' })).toBeFocused()
  // The comment that is still being saved is in the file.
  await page.keyboard.type('Twice?')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download with the marks' }).click()
  const made = await PDFDocument.load(await readFile(await (await download).path()))
  const notes = made.getPage(0).node.Annots()?.asArray() ?? []
  const said = notes.map((one) => made.context.lookup(one, PDFDict).lookup(PDFName.of('Contents')))
  expect(said.map((text) => (text as PDFHexString | undefined)?.decodeText())).toContain('2. Twice?')

  await tools(2).getByRole('button', { name: 'Highlight' }).click()
  const code = page.getByRole('group', { name: 'main.py', exact: true })
  await code.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Enter')
  await expect(code.locator('.work-marked').first()).toHaveText('def')
  // A finger marks the line that it presses.
  await tools(2).getByRole('button', { name: 'Highlight' }).click()
  const line = code.locator('[data-line="2"]')
  // Measures the line and presses at once: a save in between would move the page.
  await line.evaluate((element) => {
    element.scrollIntoView({ block: 'center' })
    const { x, y } = element.getBoundingClientRect()
    const finger = { pointerType: 'touch', isPrimary: true, button: 0, pointerId: 9, clientX: x + 120, clientY: y + 12 }
    for (const type of ['pointerdown', 'pointerup'])
      element.dispatchEvent(new PointerEvent(type, { ...finger, bubbles: true, cancelable: true, composed: true }))
  })
  await expect(code.getByRole('button', { name: 'Mark 2', exact: true })).toBeVisible()
  await expect(other.getByRole('group', { name: 'main.py', exact: true }).locator('.work-marked').first()).toBeVisible()
  expect(await axe()).toEqual([])
  const { items } = await grader.get<{ items: { kind: string }[] }>(`/api/courses/${course.id}/history`)
  expect(items.map(({ kind }) => kind).filter((kind) => kind === 'mark_created').length).toBeGreaterThanOrEqual(3)

  // Choosing a tool does not move the work, also where there is no room beside the tools.
  const height = () => tools(0).evaluate((bar: HTMLElement) => bar.offsetHeight)
  for (const width of [820, 360]) {
    await page.setViewportSize({ width, height: 900 })
    const before = await height()
    await tools(0).getByRole('button', { name: 'Highlight' }).click()
    await expect(tools(0).getByRole('group', { name: 'Colour' })).toBeVisible()
    expect(await height(), `${width} px wide`).toBe(before)
    await tools(0).getByRole('button', { name: 'Highlight' }).click()
    await expect(tools(0).getByRole('button')).toHaveCount(3)
  }
})

test('a mark and its comment stay though the marks were read before they were saved', async ({
  page,
  signIn,
  person,
  course,
  db,
}) => {
  const student = await person(course.student('Ploy'))
  const given = await handFilesIn(
    page,
    student,
    { course, db },
    { 'a.txt': Buffer.from('') },
    'First line\nSecond line',
  )
  const mali = await person(course.staff('instructor', 'Mali'))
  await signIn(await course.staff('instructor', 'Arthit'))
  const listens = hears(page)
  await page.goto(`/course/${course.id}/assignments/${given.asgn_id}/grading/${given.submission_id}`)
  await listens
  const tools = page.getByRole('toolbar', { name: 'Marks on the work' }).first()
  const older = await olderReading(page, '**/marks')
  const drawn = await page.request.post(`/api/courses/${course.id}/submissions/${given.submission_id}/marks`, {
    headers: { authorization: mali.token },
    data: { field: 'textbox', kind: 'pin', shape: { from: [2, 0], to: [2, 6] }, comment: 'Say more', colour: 'done' },
  })
  expect(drawn.ok(), await drawn.text()).toBe(true)
  await older.answered
  await tools.getByRole('button', { name: 'Highlight' }).click()
  await page.getByRole('group', { name: 'Text Response, with marks' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Comment on mark 1' })).toBeFocused()
  await page.keyboard.type('Good')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Mark 1: Good' })).toBeVisible()
  await older.come()
  await expect(page.getByRole('button', { name: 'Mark 2: Say more' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark 1: Good' })).toBeVisible()
  older.goOn()
})

test('a comment that is being typed keeps the focus while the next mark is saved, and two saves of it do not mix', async ({
  page,
  signIn,
  person,
  course,
  db,
}) => {
  const student = await person(course.student('Ploy'))
  const given = await handFilesIn(
    page,
    student,
    { course, db },
    { 'a.txt': Buffer.from('') },
    'First line\nSecond line',
  )
  await signIn(await course.staff('instructor', 'Arthit'))
  await page.goto(`/course/${course.id}/assignments/${given.asgn_id}/grading/${given.submission_id}`)
  const tools = page.getByRole('toolbar', { name: 'Marks on the work' }).first()
  const lines = page.getByRole('group', { name: 'Text Response, with marks' })
  const drawn: PromiseWithResolvers<void>[] = []
  await page.route('**/marks', async (route) => {
    if (route.request().method() === 'POST') {
      const held = Promise.withResolvers<void>()
      drawn.push(held)
      await held.promise
    }
    await route.continue()
  })
  const mark = async (line: number) => {
    await tools.getByRole('button', { name: 'Highlight' }).click()
    await lines.focus()
    for (let n = 0; n < line; n++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Enter')
  }
  await mark(1)
  await mark(2)
  await expect.poll(() => drawn.length).toBe(1)
  drawn[0]?.resolve()
  const comment = page.getByRole('textbox', { name: 'Comment on mark 1' })
  await expect(comment).toBeFocused()
  await page.keyboard.type('Goo')
  await expect.poll(() => drawn.length).toBe(2)
  drawn[1]?.resolve()
  await expect(page.getByRole('textbox', { name: 'Comment on mark 2' })).toBeVisible()
  await page.keyboard.type('d')
  await expect(comment).toHaveValue('Good')
  await expect(comment).toBeFocused()

  const saved: PromiseWithResolvers<void>[] = []
  await page.route('**/marks/*', async (route) => {
    const held = Promise.withResolvers<void>()
    saved.push(held)
    await held.promise
    await route.continue()
  })
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => saved.length).toBe(1)
  await comment.fill('Bad')
  await page.keyboard.press('Control+Enter')
  saved[0]?.resolve()
  await expect.poll(() => saved.length).toBe(2)
  await expect(comment).toHaveValue('Bad')
  saved[1]?.resolve()
  await expect(page.getByRole('button', { name: 'Mark 1: Bad' })).toBeVisible()
  await expect(comment).toHaveValue('Bad')

  // Nor does a mark that is saved late take the focus from the points.
  await mark(1)
  const points = page.getByRole('textbox', { name: /^Text Response: points/ })
  await points.click()
  await page.keyboard.type('1')
  await expect.poll(() => drawn.length).toBe(3)
  drawn[2]?.resolve()
  await expect(page.getByRole('textbox', { name: 'Comment on mark 3' })).toBeVisible()
  await expect(points).toBeFocused()
  await page.keyboard.type('.5')
  await expect(points).toHaveValue('1.5')
})

test('a palm or a second finger beside the one that draws neither bends its line nor ends it, and Escape drops one', async ({
  page,
  signIn,
  person,
  course,
  db,
}) => {
  const student = await person(course.student('Ploy'))
  const files = { 'essay.pdf': await demo('lecture-recursion.pdf') }
  const given = await handFilesIn(page, student, { course, db }, files)
  const arthit = await signIn(await course.staff('instructor', 'Arthit'))
  await page.goto(`/course/${course.id}/assignments/${given.asgn_id}/grading/${given.submission_id}`)
  const paper = page.getByRole('group', { name: 'Page 1', exact: true })
  await expect.poll(() => isDrawn(paper.locator('canvas'))).toBe(true)
  await page.getByRole('toolbar', { name: 'Marks on the work' }).first().getByRole('button', { name: 'Pen' }).click()
  const { send } = await page
    .context()
    .newCDPSession(page)
    .then((session) => ({ send: session.send.bind(session) }))
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: [id: number, x: number, y: number][]) =>
    send('Input.dispatchTouchEvent', { type, touchPoints: at.map(([id, x, y]) => ({ id, x, y })) })
  const [left, y] = await placeOn(page, [0.2, 0.2])
  const [right] = await placeOn(page, [0.4, 0.2])
  const middle = (left + right) / 2
  const palm = y + 60
  await touch('touchStart', [0, left, y])
  await touch('touchMove', [0, middle, y])
  await touch('touchStart', [0, middle, y], [1, right, palm])
  await touch('touchMove', [0, middle, y], [1, right, palm + 10])
  // The palm is lifted.
  await touch('touchMove', [0, middle, y])
  await touch('touchMove', [0, right, y])
  await touch('touchEnd')
  const drawn = async () => {
    const at = `/api/courses/${course.id}/submissions/${given.submission_id}/marks`
    const all = await arthit.get<{ shape: MarkShape }[]>(at)
    return all.flatMap(({ shape }) => ('strokes' in shape ? shape.strokes : []))
  }
  await expect.poll(async () => (await drawn()).length).toBeGreaterThan(0)
  const [line = [], ...more] = await drawn()
  expect(more).toEqual([])
  const round = ([x, y]: [number, number]) => [Math.round(x * 100), Math.round(y * 100)]
  expect([line[0], line.at(-1)].map((point) => round(point ?? [0, 0]))).toEqual([
    [20, 20],
    [40, 20],
  ])
  expect(new Set(line.map((point) => round(point)[1]))).toEqual(new Set([20]))
  // Escape drops the line that is being drawn, though the button is still pressed.
  await page.mouse.move(left, palm)
  await page.mouse.down()
  await page.mouse.move(middle, palm)
  await page.keyboard.press('Escape')
  await page.mouse.move(right, palm)
  await page.mouse.up()
  await page.mouse.move(left, palm + 20)
  await page.mouse.down()
  await page.mouse.move(right, palm + 20)
  await page.mouse.up()
  await expect.poll(async () => (await drawn()).length).toBe(2)
})

test('a palm beside the pen that marks lines of a text marks none itself', async ({
  page,
  signIn,
  person,
  course,
  db,
}) => {
  const student = await person(course.student('Ploy'))
  const empty = { 'a.txt': Buffer.from('') }
  const given = await handFilesIn(page, student, { course, db }, empty, 'First line\nSecond line\nThird line')
  const arthit = await signIn(await course.staff('instructor', 'Arthit'))
  await page.goto(`/course/${course.id}/assignments/${given.asgn_id}/grading/${given.submission_id}`)
  const tools = page.getByRole('toolbar', { name: 'Marks on the work' }).first()
  const work = page.getByRole('group', { name: 'Text Response, with marks' })
  const marks = async () => {
    const at = `/api/courses/${course.id}/submissions/${given.submission_id}/marks`
    const all = await arthit.get<{ shape: MarkShape }[]>(at)
    return all.flatMap(({ shape }) => ('from' in shape ? [shape.from[0]] : []))
  }
  // The palm comes after the pen, then before it.
  for (const first of ['pen', 'touch']) {
    await tools.getByRole('button', { name: 'Highlight' }).click()
    await work.evaluate((box, first) => {
      const lines = [...box.querySelectorAll('[data-line]')]
      const send = (type: string, pointerType: string, nth: number, along: number) => {
        const line = lines[nth]
        if (!line) throw new Error(`no line ${nth}`)
        const { x, y } = line.getBoundingClientRect()
        const at = { clientX: x + along, clientY: y + 12, pointerType, pointerId: pointerType === 'pen' ? 5 : 9 }
        const how = { isPrimary: true, button: 0, bubbles: true, cancelable: true, composed: true }
        line.dispatchEvent(new PointerEvent(type, { ...at, ...how }))
      }
      const start = { pen: () => send('pointerdown', 'pen', 0, 50), touch: () => send('pointerdown', 'touch', 2, 50) }
      for (const kind of first === 'pen' ? (['pen', 'touch'] as const) : (['touch', 'pen'] as const)) start[kind]()
      send('pointermove', 'touch', 2, 60)
      send('pointermove', 'pen', 0, 70)
      send('pointerup', 'touch', 2, 60)
      send('pointerup', 'pen', 0, 80)
    }, first)
    await expect.poll(async () => (await marks()).length).toBe(first === 'pen' ? 1 : 2)
    await expect(page.getByRole('textbox', { name: /^Comment on mark/ })).toHaveCount(first === 'pen' ? 1 : 2)
  }
  expect(await marks()).toEqual([1, 1])
})

test('a comment that is being typed stays when somebody removes its mark, also through a reload, and comes back with the mark', async ({
  page,
  signIn,
  person,
  course,
  db,
}) => {
  const student = await person(course.student('Ploy'))
  const given = await handFilesIn(page, student, { course, db }, {}, 'First line\nSecond line')
  const mali = await person(course.staff('assistant', 'Mali', 'Boonmee'))
  const marks = `/api/courses/${course.id}/submissions/${given.submission_id}/marks`
  const headers = { authorization: mali.token }
  const data = { field: 'textbox', kind: 'pin', shape: { from: [2, 0], to: [2, 6] }, comment: 'Say', colour: 'wrong' }
  const made = await page.request.post(marks, { headers, data })
  const { _id, revision } = ((await made.json()) as { data: { _id: string; revision: number } }).data
  await signIn(await course.staff('instructor', 'Arthit'))
  const streamed = hears(page)
  await page.goto(`/course/${course.id}/assignments/${given.asgn_id}/grading/${given.submission_id}`)
  await streamed
  await page.getByRole('textbox', { name: 'Comment on mark 1' }).focus()
  await page.keyboard.press('End')
  await page.keyboard.type(' more about')
  const removed = await page.request.delete(`${marks}/${_id}`, { headers: { ...headers, 'if-match': `"${revision}"` } })
  expect(removed.ok(), await removed.text()).toBe(true)
  const typed = page.getByRole('textbox', { name: 'Comment on the removed mark' })
  await expect(typed).toBeFocused()
  // Else these keys would give points.
  await page.keyboard.type(' line 2')
  await expect(typed).toHaveValue('Say more about line 2')
  await page.reload()
  await expect(typed).toHaveValue('Say more about line 2')
  const listed = async () =>
    (await mali.get<{ comment: string; colour: string; shape: MarkShape }[]>(marks)).map((mark) => [
      mark.comment,
      mark.colour,
      mark.shape,
    ])
  await page.getByRole('button', { name: 'Put the mark back' }).dblclick()
  const comment = page.getByRole('textbox', { name: 'Comment on mark 1' })
  await expect(comment).toHaveValue('Say more about line 2')
  // Else the next keys would give points.
  await expect(comment).toBeFocused()
  await expect(typed).toHaveCount(0)
  expect(await listed()).toEqual([['Say more about line 2', 'wrong', data.shape]])

  // The mark could not be removed, and what was typed at it neither saved.
  await page.keyboard.press('End')
  await page.keyboard.type(' or 3')
  const refused: string[] = []
  await page.route(`**${marks}/*`, async (route) => {
    await route.fulfill({ status: 403, json: { error: { code: 'not_allowed', message: 'x' } } })
    refused.push(route.request().method())
  })
  const remove = page.getByRole('button', { name: 'Remove mark 1' })
  await remove.click()
  await expect.poll(() => refused).toEqual(['PATCH', 'DELETE'])
  await expect(comment).toHaveValue('Say more about line 2 or 3')
  await page.unrouteAll()
  await remove.click()
  await expect(comment).toHaveCount(0)
  await expect(typed).toHaveCount(0)
  expect(await listed()).toEqual([])
})

test('a comment that a full device cannot keep stays when somebody removes its mark, and leaving asks first', async ({
  page,
  signIn,
  person,
  course,
  db,
}) => {
  const student = await person(course.student('Ploy'))
  const given = await handFilesIn(page, student, { course, db }, {}, 'First line\nSecond line')
  const mali = await person(course.staff('assistant', 'Mali', 'Boonmee'))
  const marks = `/api/courses/${course.id}/submissions/${given.submission_id}/marks`
  const headers = { authorization: mali.token }
  const data = { field: 'textbox', kind: 'pin', shape: { from: [2, 0], to: [2, 6] }, comment: 'Say', colour: 'wrong' }
  const made = await page.request.post(marks, { headers, data })
  const { _id, revision } = ((await made.json()) as { data: { _id: string; revision: number } }).data
  await signIn(await course.staff('instructor', 'Arthit'))
  await fillDevice(page, /^typed\/.+\/mark\//)
  const streamed = hears(page)
  await page.goto(`/course/${course.id}/assignments/${given.asgn_id}/grading/${given.submission_id}`)
  await streamed
  const comment = page.getByRole('textbox', { name: 'Comment on mark 1' })
  await comment.focus()
  await page.keyboard.press('End')
  await page.keyboard.type(' more')
  // What is saved is nothing that leaving would lose.
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect.poll(async () => (await mali.get<{ comment: string }[]>(marks))[0]?.comment).toBe('Say more')
  await page.keyboard.type(' about')
  const match = { 'if-match': `"${revision + 1}"` }
  const removed = await page.request.delete(`${marks}/${_id}`, { headers: { ...headers, ...match } })
  expect(removed.ok(), await removed.text()).toBe(true)
  const typed = page.getByRole('textbox', { name: 'Comment on the removed mark' })
  await expect(typed).toBeFocused()
  await page.keyboard.type(' line 2')
  await expect(typed).toHaveValue('Say more about line 2')
  await page.getByRole('link', { name: 'Submissions' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Put the mark back' }).click()
  await expect(comment).toHaveValue('Say more about line 2')
  await expect(typed).toHaveCount(0)
  expect((await mali.get<{ comment: string }[]>(marks)).map((one) => one.comment)).toEqual(['Say more about line 2'])
  await page.getByRole('link', { name: 'Submissions' }).click()
  await expect(page).toHaveURL(/submissions$/)
})

test('Ctrl+Z takes back one’s own last change of a mark, stroke by stroke, and with Shift it is done again', async ({
  page,
  signIn,
  person,
  course,
  db,
}) => {
  const student = await person(course.student('Ploy'))
  const files = { 'essay.pdf': await demo('lecture-recursion.pdf') }
  const given = await handFilesIn(page, student, { course, db }, files, 'First line\nSecond line')
  const mali = await person(course.staff('assistant', 'Mali'))
  const marks = `/api/courses/${course.id}/submissions/${given.submission_id}/marks`
  await signIn(await course.staff('instructor', 'Arthit'))
  await page.goto(`/course/${course.id}/assignments/${given.asgn_id}/grading/${given.submission_id}`)
  const pdf = page.getByRole('group', { name: 'essay.pdf', exact: true })
  await expect.poll(() => isDrawn(pdf.getByRole('group', { name: 'Page 1', exact: true }).locator('canvas'))).toBe(true)
  const strokes = async () => {
    const all = await mali.get<{ shape: MarkShape }[]>(marks)
    return all.flatMap(({ shape }) => ('strokes' in shape ? [shape.strokes.length] : []))
  }
  const drawAt = async (y: number) => {
    const [left, right] = [await placeOn(page, [0.2, y]), await placeOn(page, [0.4, y])]
    await page.mouse.move(...left)
    await page.mouse.down()
    await page.mouse.move(...right, { steps: 3 })
    await page.mouse.up()
  }
  await page.getByRole('toolbar', { name: 'Marks on the work' }).nth(1).getByRole('button', { name: 'Pen' }).click()
  for (const y of [0.3, 0.4, 0.5]) await drawAt(y)
  // What somebody else draws meanwhile stays.
  const pin = { field: 'textbox', kind: 'pin', shape: { from: [2, 0], to: [2, 6] }, comment: 'Say', colour: 'wrong' }
  const headers = { authorization: mali.token }
  expect((await page.request.post(marks, { headers, data: pin })).ok()).toBe(true)
  // At once, while the strokes are being saved, and a stroke after them.
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+z')
  await drawAt(0.6)
  await expect.poll(strokes).toEqual([2])
  for (const left of [[1], []]) {
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(strokes).toEqual(left)
  }
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect.poll(strokes).toEqual([2])
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(strokes).toEqual([1])

  // In a comment it is for the words, and for the mark only where there are none.
  await page.keyboard.press('Escape')
  const comment = page.locator('[data-mark] textarea:focus')
  await expect(comment).toHaveValue('')
  await page.keyboard.type('Twice?')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(comment).not.toHaveValue('Twice?')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(comment).toHaveValue('Twice?')
  expect(await strokes()).toEqual([1])
  await page.keyboard.press('ControlOrMeta+Enter')
  const said = async () => (await mali.get<{ comment: string }[]>(marks)).map((one) => one.comment).toSorted()
  await expect.poll(said).toEqual(['Say', 'Twice?'])
  await page.getByRole('heading', { name: 'Ploy Jaidee' }).focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(said).toEqual(['', 'Say'])
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect.poll(said).toEqual(['Say', 'Twice?'])

  await page.getByRole('toolbar', { name: 'Marks on the work' }).nth(1).getByRole('button', { name: 'Pin' }).click()
  await page.mouse.click(...(await placeOn(page, [0.5, 0.2])))
  await expect(comment).toHaveValue('')
  await expect.poll(said).toEqual(['', 'Say', 'Twice?'])
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(said).toEqual(['Say', 'Twice?'])
})
