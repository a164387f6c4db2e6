import { rm, writeFile } from 'node:fs/promises'
import type { Page, Route } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { messages, says } from './messages.ts'
import { pastePicture, pasteWords } from './paste.ts'

/* What other programs copy arrives in the editor as Markdown. */

const text = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: 'Text' })
/** The Markdown in the editor. */
const written = (page: Page) =>
  text(page).evaluate((box) => [...box.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'))

/** Pastes into an empty editor. */
async function paste(page: Page, words: Record<string, string>): Promise<void> {
  await text(page).press('ControlOrMeta+a')
  await text(page).press('Delete')
  await pasteWords(text(page), words)
}

const dot =
  '<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==" width="40" alt="The way in">'

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal {margin:0cm;} --></style></head><body lang=EN-US><!--StartFragment-->
<h1>Midterm<o:p></o:p></h1>
<p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Bring</b><b> </b><b>your</b> <i>ID card</i>. See
<a href="https://example.org/rules?a=1&amp;b=2">the rules</a>, at 10<sup>-3</sup> m.<o:p></o:p></p>
<p class=MsoNormal>And a_b_c * 2.<o:p>&nbsp;</o:p></p>
<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Pencil</p>
<p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o</span><![endif]>HB</p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·</span><![endif]>Eraser</p>
<table class=MsoTableGrid><tr><td><p class=MsoNormal><b>Room</b></p></td><td><p class=MsoNormal><b>Seats</b></p></td></tr>
<tr><td><p class=MsoNormal>ENG | 301</p></td><td><p class=MsoNormal>45</p></td></tr></table>
<p class=MsoNormal><img width=200 src="file:///C:/Users/a/clip_image002.png"></p><!--EndFragment--></body></html>`

test('what Word, Google Docs, Excel and a page of the web copy arrives as Markdown, and what does not come is told', async ({
  page,
  signIn,
  course,
}) => {
  const violations: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text())
  })
  await signIn(course.staff('instructor'))
  await page.goto(`/course/${course.id}/announcement/new`)
  await expect(text(page)).toBeVisible()
  await paste(page, { 'text/plain': 'Midterm', 'text/html': word })
  expect(await written(page)).toBe(
    [
      '# Midterm\n',
      '**Bring your** *ID card*. See [the rules](https://example.org/rules?a=1&b=2), at 10⁻³ m.\n',
      'And a_b_c \\* 2.\n',
      '- Pencil\n  - HB\n- Eraser\n',
      '| Room | Seats |\n| - | - |\n| ENG \\| 301 | 45 |',
    ].join('\n'),
  )
  await says(page, 'A picture did not come with the text. Copy it by itself, or add its file.')
  // One press takes it back.
  await text(page).press('ControlOrMeta+z')
  expect(await written(page)).not.toContain('Pencil')

  // Pictures alone leave the text as it is.
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Close' }).click()
  await paste(page, { 'text/plain': 'Here: ' })
  const pictures = '<p><img src="file:///C:/a.png"><img src="file:///C:/b.png"></p>'
  await pasteWords(text(page), { 'text/plain': ' ', 'text/html': pictures })
  await says(page, '2 pictures did not come with the text. Copy each by itself, or add its file.')
  expect(await written(page)).toBe('Here: ')

  await paste(page, {
    'text/plain': 'Week 5 and slides',
    'text/html': `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span
style="font-weight:700">Week 5</span><span style="font-weight:400"> and </span><a href="https://docs.google.com/x"><span
style="text-decoration:underline">slides</span></a></p><ol start="3"><li><p><span>Alpha</span></p></li><ul><li><p>Beta</p></li></ul></ol></b>`,
  })
  expect(await written(page)).toBe('**Week 5** and [slides](https://docs.google.com/x)\n\n3. Alpha\n   - Beta')

  await paste(page, {
    'text/plain': 'Name\tScore\r\nAnong\t8.5',
    'text/html': `<html><body><table><!--StartFragment--><col width=64><tr><td rowspan=2>Group 1</td><td>Anong</td></tr>
<tr><td>Wirun</td></tr><!--EndFragment--></table></body></html>`,
  })
  expect(await written(page)).toBe('| Group 1 | Anong |\n| - | - |\n| | Wirun |')

  const hostile = `<p>Read <a href="javascript:alert(1)">this</a>, <code>f(n)</code><img src=x onerror="document.title='gone'">
<script>document.title='gone'</script><a href=" https://example.org ">that</a></p><pre><code>def f(n):
    return n
</code></pre><blockquote>Quoted &lt;b&gt;</blockquote><p>${dot} there <img src="https://example.org/a.png" alt="A map"></p>`
  await paste(page, { 'text/plain': 'Read this', 'text/html': hostile })
  await expect
    .poll(() => written(page))
    .toMatch(
      /^Read this, `f\(n\)` \[that\]\(https:\/\/example.org\)\n\n```\ndef f\(n\):\n {4}return n\n```\n\n> Quoted \\<b>\n\n!\[The way in\]\(\/api\/files\/[0-9a-f-]{36}#1x1\) there !\[A map\]\(https:\/\/example.org\/a.png\)$/,
    )
  await expect(page).not.toHaveTitle('gone')
  expect(violations).toEqual([])
})

test('words without a look, code and addresses are pasted as they were copied, and a part of a line stays in it', async ({
  page,
  signIn,
  course,
}) => {
  await signIn(course.staff('instructor'))
  await page.goto(`/course/${course.id}/announcement/new`)
  await expect(text(page)).toBeVisible()
  const code = `<div style="font-family: Consolas, monospace;white-space: pre;"><div><span style="color: #569cd6;">**Not bold**</span></div></div>`
  await paste(page, { 'text/plain': '**Not bold**\na_b', 'text/html': code })
  expect(await written(page)).toBe('**Not bold**\na_b')
  await paste(page, { 'text/plain': 'a_b', 'text/html': '<p><span style="font-weight:400">a_b</span></p>' })
  expect(await written(page)).toBe('a_b')
  const address = 'https://example.org/a_b'
  await paste(page, { 'text/plain': address, 'text/html': `<a href="${address}">A page</a>` })
  expect(await written(page)).toBe(address)
  await paste(page, { 'text/plain': '```\n\n```' })
  await text(page).press('ArrowUp')
  await pasteWords(text(page), { 'text/plain': 'x = 1', 'text/html': '<p><b>x</b> = 1</p>' })
  expect(await written(page)).toBe('```\nx = 1\n```')
  await paste(page, { 'text/plain': 'Come to ' })
  await pasteWords(text(page), { 'text/plain': 'room 5', 'text/html': '<h2>room <b>5</b></h2>' })
  await pasteWords(text(page), { 'text/plain': 'at nine', 'text/html': '<i>at nine</i>' })
  expect(await written(page)).toBe('Come to room 5*at nine*')
  await pasteWords(text(page), { 'text/plain': 'One\nTwo', 'text/html': '<p>One</p><p>Two</p>' })
  expect(await written(page)).toBe('Come to room 5*at nine*\n\nOne\n\nTwo')
})

test('words, addresses and formulas that are pasted stay what they were, whatever signs they hold', async ({
  page,
  signIn,
  course,
}) => {
  await signIn(course.staff('instructor'))
  await page.goto(`/course/${course.id}/announcement/new`)
  await expect(text(page)).toBeVisible()
  const tex = (words: string) =>
    `<math><semantics><mi>x</mi><annotation encoding="application/x-tex">${words}</annotation></semantics></math>`
  const html = `<p><a href="https://example.org/a (b)">A] <b>link</b></a> <!-- <b>hidden</b> -->${tex('x^2')} ${tex('a$ &lt;b&gt; $b')}</p>
<b><p>Bold</p></b><table><caption>Rooms</caption><tr><td>A</td></tr><tr><td><a href="https://example.org/a|b">l|m</a><p>n</p></td></tr></table>
<ol><li><p>One</p><p>More</p><ol><li>Inner</li></ol></li><li>Two</li></ol>`
  await paste(page, { 'text/plain': 'A link', 'text/html': html })
  expect(await written(page)).toBe(
    [
      '[A\\] **link**](https://example.org/a%20%28b%29) $x^2$ xa$ \\<b> $b\n',
      '**Bold**\n',
      'Rooms\n',
      '| A |\n| - |\n| [l\\|m](https://example.org/a%7cb) n |\n',
      '1. One\n\n   More\n   1. Inner\n2. Two',
    ].join('\n'),
  )
})

test('raised signs, lines, code and the lists of Word that are pasted keep their meaning', async ({
  page,
  signIn,
  course,
}) => {
  await signIn(course.staff('instructor'))
  await page.goto(`/course/${course.id}/announcement/new`)
  await expect(text(page)).toBeVisible()
  const item = (level: number, list: string, sign: string, words: string) =>
    `<p style='mso-list:l0 level${level} ${list}'><span style='mso-list:Ignore'>${sign}<span>&nbsp;</span></span>${words}</p>`
  const cases: [kind: string, html: string, markdown: string][] = [
    ['an exponent', '10<sup>-3 </sup>m', '10⁻³ m'],
    ['a formula of chemistry', 'H<sub>2</sub>O', 'H₂O'],
    [
      'a raised picture',
      `<b>A</b> <sup><img src="https://example.org/a.png" alt="x"></sup>`,
      '**A** ![x](https://example.org/a.png)',
    ],
    ['a mark that ends in a sign', '<b>หมายเหตุ:</b>ส่ง <b>Note:</b> a<i>(b)</i>c', '**หมายเหตุ**:ส่ง **Note:** a(*b*)c'],
    [
      'an address',
      '<p>See <a href="https://example.org/a_b">https://example.org/a_b</a> or <a href="https://example.org/">https://example.org/</a>.</p>',
      'See https://example.org/a_b or <https://example.org/>.',
    ],
    ['lines', '<span style="white-space: pre-wrap">One\n<b>two</b>\nthree</span>', 'One\\\n**two**\\\nthree'],
    ['lines of code', '<p>Run</p><pre>a<br>  b</pre>', 'Run\n\n```\na\n  b\n```'],
    [
      'code with a button',
      '<p>Run</p><pre><div>python<button>Copy</button></div><div><code class="language-python">a\n b\n</code></div></pre>',
      'Run\n\n```python\na\n b\n```',
    ],
    ['words in a block of code', '<p>Run</p><pre>Use <code>x</code> here</pre>', 'Run\n\n```\nUse x here\n```'],
    ['a table of code', '<table><tr><td>1</td><td style="white-space: pre">x = 1</td></tr></table>', 'plain'],
    ['a heading that opens', '<h2><button>Week 5</button></h2><p>Read.</p>', '## Week 5\n\nRead.'],
    [
      'a numbered heading',
      `<h1 style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1.</span> Aims</h1><p>One</p>`,
      '# 1. Aims\n\nOne',
    ],
    [
      'numbers with a paragraph between them',
      `${item(1, 'lfo1', '1.', 'A')}<p>Between</p>${item(1, 'lfo1', '2.', 'B')}`,
      '1. A\n\nBetween\n\n2. B',
    ],
    [
      'lists beside each other',
      ['1.', '·', 'ก.', 'b.'].map((sign, i) => item(1, `lfo${Math.min(i, 2)}`, sign, 'A')).join('') +
        item(2, 'lfo2', '1.', 'In') +
        item(1, 'lfo3', '1.', 'New'),
      '1. A\n\n- A\n\n* ก. A\n* b. A\n  1. In\n\n1. New',
    ],
    [
      'a page of this server',
      `<p>A <img src="${new URL('/api/files/0a0a0a0a-0a0a-4a0a-8a0a-0a0a0a0a0a0a/a.png?e=1&s=2#40x30', page.url()).href}" alt="map">
<a href="${new URL('/course/1', page.url()).href}">course<span class="sr-only"> (opens in a new tab)</span></a></p>`,
      'A ![map](/api/files/0a0a0a0a-0a0a-4a0a-8a0a-0a0a0a0a0a0a#40x30) [course](/course/1)',
    ],
    [
      'empty lines',
      '<p>One<br><br><b>two</b><br>three<br></p><ul><li>a<br> <br>b</li></ul>',
      'One\n\n**two**\\\nthree\n\n- a\n\n  b',
    ],
    [
      'lines of a mail',
      '<div>Hi</div><div><br></div><div><b>Text</b></div><div><br></div><div><br></div><div>Bye</div>',
      'Hi\n\n**Text**\n\nBye',
    ],
    [
      'a table with code in its cells',
      '<p>See</p><table><tr><td><b>Call</b></td></tr><tr><td style="white-space: pre">f(1)</td></tr></table>',
      'See\n\n| Call |\n| - |\n| f(1) |',
    ],
    [
      'a table with heads and code',
      '<table><tr><th>Call</th></tr><tr><td style="white-space: pre"><code>f(1)</code></td></tr></table>',
      '| Call |\n| - |\n| `f(1)` |',
    ],
    [
      'letters of items',
      '<p>Choose</p><ol type="a"><li>A</li><li>B</li></ol><ol start="2"><li style="list-style-type:upper-roman"><p>C</p></li></ol>',
      'Choose\n\n- a. A\n- b. B\n\n* II. C',
    ],
    [
      'a list of tasks',
      '<ul><li><input type="checkbox" checked disabled> Read</li><li><input type="checkbox" disabled> Write</li></ul>',
      '- ☑ Read\n- ☐ Write',
    ],
    ['more than a person copies', `<p><b>x</b>${' '.repeat(2_100_000)}</p>`, 'plain'],
  ]
  for (const [kind, html, markdown] of cases) {
    await paste(page, { 'text/plain': 'plain', 'text/html': html })
    expect.soft(await written(page), kind).toBe(markdown)
  }
  // Who types on goes on with what is pasted, whatever follows it.
  await paste(page, { 'text/plain': 'after' })
  await text(page).press('Home')
  await pasteWords(text(page), { 'text/plain': 'One\nTwo', 'text/html': '<h2>One</h2><p>Two</p>' })
  await page.keyboard.type('!')
  expect.soft(await written(page)).toBe('## One\n\nTwo!\n\nafter')
  // An empty item or quotation, and spaces, do not stay before blocks.
  for (const start of ['- ', '> ', '    ']) {
    await paste(page, { 'text/plain': start })
    await pasteWords(text(page), { 'text/plain': 'One\nTwo', 'text/html': '<h2>One</h2><p>Two</p>' })
    expect.soft(await written(page), start).toBe('## One\n\nTwo')
  }
})

test('what is pasted into a table leaves it whole: words of several lines stand in the cell, a list too, a table below it', async ({
  page,
  signIn,
  course,
}) => {
  await signIn(course.staff('instructor'))
  await page.goto(`/course/${course.id}/announcement/new`)
  await expect(text(page)).toBeVisible()
  const [head, row] = ['| A | B |\n| - | - |', '| x | y |']
  const block = '| C |\n| - |\n| d |'
  const cells = '<table><tr><td>C</td></tr><tr><td>d</td></tr></table>'
  const inCell = (words: string) => `${head}\n| x${words} | y |\n| z | w |`
  const cases: [kind: string, words: Record<string, string>, markdown: string][] = [
    ['paragraphs', { 'text/html': '<p>One | <b>two</b></p><p>Three</p>' }, inCell('One \\| **two** Three')],
    ['words without a look', { 'text/html': '<p>One</p><p>Two</p>', 'text/plain': 'One\nTwo' }, inCell('One Two')],
    ['lines', { 'text/plain': 'One\n\n Two' }, inCell('One Two')],
    ['a line with its end', { 'text/plain': 'One\n' }, inCell('One')],
    ['a list', { 'text/html': '<ul><li>One</li><li><b>Two</b></li></ul>' }, inCell('One **Two**')],
    ['rows of Markdown', { 'text/plain': ' | 1 |\n| 2' }, `${head}\n| x | 1 |\n| 2 | y |\n| z | w |`],
    ['a table', { 'text/html': cells }, `${inCell('')}\n\n${block}`],
    ['code', { 'text/html': '<pre><code>a\nb</code></pre>' }, `${inCell('')}\n\n\`\`\`\na\nb\n\`\`\``],
  ]
  for (const [kind, words, markdown] of cases) {
    await paste(page, { 'text/plain': `${head}\n${row}\n| z | w |` })
    await text(page).press('ArrowUp')
    await text(page).press('Home')
    for (let n = 0; n < 3; n++) await text(page).press('ArrowRight')
    await pasteWords(text(page), { 'text/plain': 'plain', ...words })
    expect.soft(await written(page), kind).toBe(markdown)
  }
  // At the end of a row, and with a text below.
  await paste(page, { 'text/plain': `${head}\n${row}\n\nBelow` })
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'End']) await text(page).press(key)
  await pasteWords(text(page), { 'text/plain': 'C', 'text/html': cells })
  await page.keyboard.type('!')
  expect(await written(page)).toBe(`${head}\n${row}\n\n${block}!\n\nBelow`)
})

test('a picture of another server is told, the description of a lost one is no text', async ({
  page,
  signIn,
  course,
}) => {
  await signIn(course.staff('instructor'))
  await page.goto(`/course/${course.id}/announcement/new`)
  await expect(text(page)).toBeVisible()
  await paste(page, {
    'text/plain': 'Maps',
    'text/html':
      '<p><b>Maps</b><img src="https://example.org/a.png" alt="A"><img src="file:///C:/a.png" alt="A picture containing text"></p>',
  })
  await says(page, '2 pictures did not come with the text. Copy each by itself, or add its file.')
  expect(await written(page)).toBe('**Maps**![A](https://example.org/a.png)')
})

test('a paste that is taken back while its picture uploads brings no picture afterwards', async ({
  page,
  signIn,
  course,
}) => {
  await signIn(course.staff('instructor'))
  await page.goto(`/course/${course.id}/announcement/new`)
  await expect(text(page)).toBeVisible()
  let go = () => {}
  const gate = new Promise<void>((done) => {
    go = done
  })
  await page.route('**/api/upload', async (route) => {
    await gate
    await route.continue()
  })
  const sending = page.locator('.cm-uploading')
  const places = [`<p><b>Look</b> ${dot}</p>`, `<p>${dot} <b>look</b></p>`, `<p><b>Look</b> ${dot} here</p>`]
  for (const html of places) {
    await paste(page, { 'text/plain': 'Before ' })
    await pasteWords(text(page), { 'text/plain': 'Look', 'text/html': html })
    await expect(sending).toHaveCount(1)
    await text(page).press('ControlOrMeta+z')
    await expect.soft(sending).toHaveCount(0)
    expect(await written(page)).toBe('Before ')
  }
  await pastePicture(text(page), 'map.png')
  go()
  await expect.poll(() => written(page)).toMatch(/map\]\(/)
  expect(await written(page)).toMatch(/^Before !\[map\]\([^)]*\)$/)
})

test('a picture whose place is deleted or typed over while it uploads comes back with the undo, and takes no redo away', async ({
  page,
  signIn,
  course,
}) => {
  await signIn(course.staff('instructor'))
  await page.goto(`/course/${course.id}/announcement/new`)
  await text(page).click()
  let go = () => {}
  const holdUploads = async () => {
    const gate = new Promise<void>((done) => {
      go = done
    })
    await page.unroute('**/api/upload')
    await page.route('**/api/upload', async (route) => {
      await gate
      await route.continue()
    })
  }
  const sending = page.locator('.cm-uploading')
  /** Pastes a picture into the middle of a line, whose words are selected then. */
  const start = async () => {
    await holdUploads()
    await paste(page, { 'text/plain': 'one two' })
    for (let n = 0; n < 4; n++) await page.keyboard.press('ArrowLeft')
    await pastePicture(text(page), 'map.png')
    await expect(sending).toHaveCount(1)
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+End')
  }
  const withMap = /^one!\[map\]\([^)]*\) two$/

  await start()
  await page.keyboard.press('Delete')
  await expect(sending).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(sending).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+y')
  await expect(sending).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+z')
  go()
  await expect.poll(() => written(page)).toMatch(withMap)
  await page.keyboard.press('ControlOrMeta+y')
  expect(await written(page)).not.toContain('one')

  // Typed over, and there before the undo.
  await start()
  await page.keyboard.type('x')
  const arrived = page.waitForResponse('**/api/upload')
  go()
  await arrived
  expect(await written(page)).toBe('x')
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => written(page)).toMatch(withMap)
  // The form has it, too.
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('region', { name: 'Preview of Text' }).getByRole('img', { name: 'map' })).toBeVisible()
  await page.getByRole('button', { name: 'Write' }).click()

  // A paste with a picture is taken back, and then not.
  await holdUploads()
  await paste(page, { 'text/plain': 'Before ' })
  await pasteWords(text(page), { 'text/plain': 'Look', 'text/html': `<p><b>Look</b> ${dot}</p>` })
  await page.keyboard.press('ControlOrMeta+z')
  await expect(sending).toHaveCount(0)
  const there = page.waitForResponse('**/api/upload')
  go()
  await there
  await page.keyboard.press('ControlOrMeta+y')
  await expect.poll(() => written(page)).toMatch(/^Before \*\*Look\*\* !\[The way in\]\([^)]*\)$/)
})

test('a picture that is uploading goes along with a text that is cut and pasted, and one without a connection waits at its place', async ({
  page,
  context,
  signIn,
  course,
}, testInfo) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(course.staff('instructor'))
  await page.goto(`/course/${course.id}/announcement/new`)
  await text(page).click()
  const { promise: network, resolve: comesBack } = Promise.withResolvers<void>()
  await page.route(
    '**/api/upload',
    async (route) => {
      await network
      await route.continue()
    },
    { times: 1 },
  )
  const sending = page.locator('.cm-uploading')
  await page.keyboard.type('one two')
  for (let n = 0; n < 4; n++) await page.keyboard.press('ArrowLeft')
  await pastePicture(text(page), 'map.png')
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await page.keyboard.press('ControlOrMeta+x')
  await expect(sending).toHaveCount(0)
  await page.keyboard.type('Three ')
  await page.keyboard.press('ControlOrMeta+v')
  await expect(text(page)).toHaveText(/^Three oneSending map\.png, \d+% two$/)
  for (const count of [0, 1]) {
    await page.keyboard.press(count === 0 ? 'ControlOrMeta+z' : 'ControlOrMeta+y')
    await expect(sending).toHaveCount(count)
  }
  comesBack()
  await expect(text(page)).toHaveText(/^Three one!\[map\]\([^)]*\) two$/)

  await context.setOffline(true)
  await page.keyboard.press('ControlOrMeta+End')
  await pastePicture(text(page), 'way.png')
  await says(page, /^way\.png is not sent yet/)
  await page.keyboard.type(' end')
  await expect(text(page)).toHaveText(/ twoway\.png waits for the connection end$/)
  await context.setOffline(false)
  await expect(text(page)).toHaveText(/ two!\[way\]\([^)]*\) end$/)

  // A file that is gone by then would be tried forever, and the form would wait for it.
  const file = testInfo.outputPath('gone.png')
  await writeFile(file, Buffer.from('89504e470d0a1a0a', 'hex'))
  await context.setOffline(true)
  await page.keyboard.press('ControlOrMeta+End')
  await page.locator('input[accept="image/*"]').setInputFiles(file)
  await expect(sending).toHaveText('gone.png waits for the connection')
  await rm(file)
  await context.setOffline(false)
  await says(page, 'gone.png could not be sent. Try again in a moment.')
  await expect(sending).toHaveCount(0)
})

test('a text that is copied from a page of this product is the same Markdown again', async ({
  page,
  context,
  signIn,
  course,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { token } = await signIn(course.staff('instructor'))
  const copied = [
    '# First\n\nSome **bold** *it* ~~gone~~ `code` with $\\frac{x^2}{2}$ in it, price $5.',
    '## Second\n\n> Quoted **words**',
    '- one\n- two\n  1. in\n  2. ner\n- ☑ done\n- ☐ to do',
    '$$\\sum_{i=1}^n i$$',
    '```python\ndef f(n):\n    return n\n```',
    '| Room | Seats |\n| - | - |\n| ENG `a` | $y_1$ |',
    `[A page](https://example.org/a_b?x=1) https://example.org/bare and [course](/course/${course.id}/home)`,
    'น้ำ **ตัวหนา**',
    'a_b \\* c < d & 1. # not',
  ].join('\n\n')
  const made = await page.request.post(`/api/courses/${course.id}/announcements`, {
    headers: { authorization: token },
    data: {
      announcement_title: 'To copy',
      announcement_content: `${copied}\n\nA note[^1]\n\n[^1]: Read it.`,
      publish_at: '2026-01-01T00:00:00Z',
    },
  })
  const { data } = await made.json()
  await page.goto(`/course/${course.id}/announcement/${data._id}`)
  const shown = page.getByRole('dialog').locator('.prose')
  await expect(shown.locator('math')).toHaveCount(3)
  await shown.evaluate((prose) => getSelection()?.selectAllChildren(prose))
  await page.keyboard.press('ControlOrMeta+c')
  await page.goto(`/course/${course.id}/announcement/new`)
  await text(page).click()
  await page.keyboard.press('ControlOrMeta+v')
  await expect.poll(() => written(page)).toBe(`${copied}\n\nA note¹\n\n## Footnotes\n\n1. Read it.`)
})

test('a picture that is uploading goes along with a text that is copied, and as often as one that was cut is pasted', async ({
  page,
  context,
  signIn,
  course,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(course.staff('instructor'))
  await page.goto(`/course/${course.id}/announcement/new`)
  await text(page).click()
  const { promise: network, resolve: comesBack } = Promise.withResolvers<void>()
  await page.route('**/api/upload', async (route) => {
    await network
    await route.continue()
  })
  const sending = page.locator('.cm-uploading')
  await page.keyboard.type('Look ')
  await pastePicture(text(page), 'map.png')
  await expect(sending).toHaveCount(1)
  // The picture is the last of what is selected.
  await page.keyboard.press('Shift+Home')
  await page.keyboard.press('ControlOrMeta+c')
  await page.keyboard.press('End')
  await page.keyboard.type(' and ')
  await page.keyboard.press('ControlOrMeta+v')
  await expect(text(page)).toHaveText(/^Look Sending map\.png, \d+% and Look Sending map\.png, \d+%$/)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(sending).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+y')
  await expect(sending).toHaveCount(2)

  // Cut, it goes as well, as often as it is pasted.
  await page.keyboard.press('Shift+Home')
  await page.keyboard.press('ControlOrMeta+x')
  await expect(sending).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+v')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+v')
  await expect(sending).toHaveCount(4)
  comesBack()
  await expect(text(page).getByText('![map]')).toHaveCount(2)
  const line = /^Look !\[map\]\([^)]*\) and Look !\[map\]\([^)]*\)$/
  for (const one of (await written(page)).split('\n')) expect(one).toMatch(line)
})

test('Backspace takes away a picture that is uploading at the edge of a text, and the words before it only then; an undo brings it back', async ({
  page,
  signIn,
  course,
}) => {
  await signIn(course.staff('instructor'))
  await page.goto(`/course/${course.id}/announcement/new`)
  await text(page).click()
  const { promise: network, resolve: comesBack } = Promise.withResolvers<void>()
  await page.route('**/api/upload', async (route) => {
    await network
    await route.continue()
  })
  const sending = page.locator('.cm-uploading')
  for (const key of ['Backspace', 'Delete']) {
    await pastePicture(text(page), 'map.png')
    await expect(sending).toHaveCount(1)
    await page.keyboard.press(key)
    await expect(sending).toHaveCount(0)
  }
  await page.keyboard.type('Look')
  await pastePicture(text(page), 'map.png')
  await pastePicture(text(page), 'way.png')
  await page.keyboard.press('Backspace')
  await expect(text(page)).toHaveText(/^LookSending map\.png, \d+%$/)
  await page.keyboard.press('Backspace')
  await expect(text(page)).toHaveText('Look')
  await page.keyboard.press('Backspace')
  expect(await written(page)).toBe('Loo')
  for (const left of [0, 1, 2]) {
    await page.keyboard.press('ControlOrMeta+z')
    await expect(sending).toHaveCount(left)
  }
  await page.keyboard.press('ControlOrMeta+y')
  await expect(text(page)).toHaveText(/^LookSending map\.png, \d+%$/)

  // All of a text is also what stands at its beginning and its end.
  await page.keyboard.press('Home')
  await pastePicture(text(page), 'first.png')
  await expect(sending).toHaveCount(2)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Backspace')
  await expect(sending).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(sending).toHaveCount(2)
  comesBack()
  await expect.poll(() => written(page)).toMatch(/^!\[first\]\([^)]*\)Look!\[map\]\([^)]*\)$/)
})

test('a picture whose connection breaks each time says so and waits for the person, who tries again or removes it', async ({
  page,
  signIn,
  course,
}) => {
  await signIn(course.staff('instructor'))
  await page.clock.install()
  await page.goto(`/course/${course.id}/announcement/new`)
  const breaks = (route: Route) => route.abort('connectionreset')
  await page.route('**/api/upload', breaks)
  const sending = page.locator('.cm-uploading')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('The way in')
  await text(page).click()
  await page.keyboard.type('Look ')
  await pastePicture(text(page), 'map.png')
  await pastePicture(text(page), 'way.png')
  const stuck = /^map\.png could not be sent\.Try againRemove$/
  await expect
    .poll(async () => {
      await page.clock.runFor(5_000)
      return sending.allTextContents()
    })
    .toEqual([expect.stringMatching(stuck), expect.stringContaining('way.png could not be sent.')])
  await says(page, /^map\.png could not be sent: the connection broke each time/)

  // It would be missing in what is published.
  await page.clock.runFor(10_000)
  await expect(messages(page)).toHaveCount(0)
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await says(page, /^map\.png could not be sent: the connection broke each time/)
  await expect(page).toHaveURL(/announcement\/new/)

  const remove = page.getByRole('button', { name: 'Remove: way.png' })
  await remove.click()
  await expect(sending).toHaveCount(1)
  await expect(text(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(sending).toHaveCount(2)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Remove: map.png' })).toBeFocused()
  await remove.press('Enter')
  await expect(sending).toHaveCount(1)
  await page.unroute('**/api/upload', breaks)
  await page.getByRole('button', { name: 'Try again: map.png' }).click()
  await expect(text(page)).toHaveText(/^Look !\[map\]\([^)]*\)$/)
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
