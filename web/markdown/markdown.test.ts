import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Plain } from './Plain.tsx'
import { mayHaveMath, splitFormulas } from './text.ts'
import WithMath from './WithMath.tsx'

const plain = (text: string, still = false) => renderToStaticMarkup(createElement(Plain, { text, still }))
const typed = (text: string) => renderToStaticMarkup(createElement(Plain, { text, lines: true }))
const math = (text: string) => renderToStaticMarkup(createElement(WithMath, { text }))

/** The elements and attributes of a markup; text that only looks like them is escaped. */
const tagsOf = (markup: string) =>
  [...markup.matchAll(/<([a-z0-9]+)([^>]*)>/g)].map(([, name, rest]) => ({ name, rest }))

describe('hostile text stays harmless', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">a</a>',
    '<svg><animate onbegin=alert(1) attributeName=x></svg>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<style>*{display:none}</style>',
    '<div style="position:fixed;inset:0">over everything</div>',
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](java\nscript:alert(1))',
    '[a](&#106;avascript:alert(1))',
    '[a](\u0001javascript:alert(1))',
    '[a](data:text/html,<script>alert(1)</script>)',
    '[a](vbscript:msgbox(1))',
    '[a](blob:https://x/1)',
    '[a]: javascript:alert(1)\n\n[a]',
    '<javascript:alert(1)>',
    '![a](https://elsewhere.example/seen.png)',
    '![a](javascript:alert(1))',
    '![a" onerror="alert(1)](x)',
    '[a](https://x "t" onclick=alert(1))',
    '# a {onclick=alert(1)}',
    '| a | b |\n|:-:|-:|\n| <script>alert(1)</script> | b |',
    '[^a]\n\n[^a]: <img src=x onerror=alert(1)>',
    '- [ ] <input autofocus onfocus=alert(1)>',
    '```html\n<script>alert(1)</script>\n```',
    '$\\href{javascript:alert(1)}{a}$',
    '$\\url{javascript:alert(1)}$',
    '$\\htmlStyle{position:fixed}{a}$ $\\htmlData{x=y}{a}$ $\\htmlId{main}{a}$ $\\htmlClass{dialog}{a}$',
    '$\\includegraphics{https://elsewhere.example/seen.png}$',
    '$$\\text{</annotation><script>alert(1)</script>}$$',
    '$<img src=x onerror=alert(1)>$',
    '```math\n<img src=x onerror=alert(1)>\n```',
    '$\\color{red;background:url(//x)}{a}$',
  ]
  test.each(hostile)('%s', (text) => {
    for (const markup of [plain(text), plain(text, true), typed(text), math(text)]) {
      for (const { name, rest = '' } of tagsOf(markup)) {
        expect(name).not.toMatch(/^(script|img|svg|iframe|style|object|embed|form|input|link|meta|base|video|audio)$/)
        expect(rest).not.toMatch(/\son\w+=|\sid=|srcdoc|\ssrc=|position|background/)
        const href = /href="([^"]*)"/.exec(rest)?.[1]
        if (href) expect(href).toMatch(/^(https?:|mailto:|\/|[\w%./-]*$)/)
        if (name === 'a' && href) expect(rest).toContain('rel="noopener noreferrer"')
      }
    }
  })

  test('a picture is a link until it is opened', () => {
    expect(plain('![a cat](https://elsewhere.example/cat.png)')).toBe(
      '<p><a href="https://elsewhere.example/cat.png" target="_blank" rel="noopener noreferrer">a cat' +
        '<span class="sr-only"> (opens in a new tab)</span></a></p>',
    )
  })

  test('an excerpt inside a link has nothing to press or to focus', () => {
    const markup = plain('[a](https://x.example) ![b](c.png)\n\n```\ncode\n```\n\n- [x] done', true)
    expect(markup).not.toMatch(/<(a|button|input)\b|tabindex/)
    expect(markup).toContain('code')
  })
})

describe('lines', () => {
  test('of what is typed into a box stay lines, and end once each', () => {
    expect(typed('a\nline two\n')).toBe('<p>a<br/>\nline two</p>')
    expect(typed('a  \nb\\\nc')).toBe('<p>a<br/>\nb<br/>\nc</p>')
    expect(typed('- a\n  b\n- **c\n  d**')).toBe('<ul>\n<li>a<br/>\nb</li>\n<li><strong>c<br/>\nd</strong></li>\n</ul>')
    const formulas = createElement(WithMath, { text: '$x$\nand $5\nor $6', lines: true })
    expect(renderToStaticMarkup(formulas)).toMatch(/<\/math><br\/>\nand .*<span class="whitespace-pre-line">\$5\nor \$/)
  })

  test('of code, tables and blocks of formulas are as they are', () => {
    for (const text of ['```\na\nb\n```', '| a | b |\n|-|-|\n| c | d |', '# a\n\n---'])
      expect(typed(text), text).toBe(plain(text))
    const block = { text: '$$\nx\ny\n$$' }
    expect(renderToStaticMarkup(createElement(WithMath, { ...block, lines: true }))).toBe(math(block.text))
  })

  test('of other Markdown are joined, as Markdown says', () => {
    expect(plain('a\nline two')).toBe('<p>a\nline two</p>')
  })

  test('of a block of HTML, which stays text, are kept with their indentation', () => {
    const block = '<div class="whitespace-pre-wrap">&lt;div&gt;\n  **a**\n&lt;/div&gt;</div>'
    expect(plain('- b\n\n<div>\n  **a**\n</div>\n\nc')).toBe(`<ul>\n<li>b</li>\n</ul>\n${block}\n<p>c</p>`)
    expect(typed('<div>\n  **a**\n</div>')).toBe(block)
    expect(math('<div>\n  **a**\n</div>')).toBe(block)
  })
})

describe('formulas', () => {
  test('are set as MathML that carries their source, without any style', () => {
    const markup = math('the work is $\\frac{n(n+1)}{2}$ and\n\n$$\\sum_{k=1}^{n} k$$')
    expect(markup).toContain('<mfrac>')
    expect(markup).toContain('<annotation encoding="application/x-tex">\\frac{n(n+1)}{2}</annotation>')
    expect(markup).toMatch(/<math[^>]* display="block"/)
    expect(markup).not.toMatch(/style=|class="katex/)
    expect(math('a < b: $a < b$ and $x \\& y$')).toContain('&lt;</mo>')
  })

  test('in a block of math are set too, and other code is left alone', () => {
    expect(math('```math\nx^2\n```')).toContain('<msup>')
    expect(math('```python\nx = "$a$"\n```')).toContain('<code class="language-python">x = &quot;$a$&quot;')
    expect(math('`$HOME` and $y$')).toContain('<code>$HOME</code>')
  })

  test('that cannot be read stand as they were typed', () => {
    expect(math('$\\frac{1$')).toBe('<p><code>$\\frac{1$</code></p>')
    expect(math(`$$\n${'{'.repeat(3_000)}\n$$`)).toContain('{{{')
    expect(math('$\\def\\a{\\a\\a}\\a$')).toContain('<code>')
  })

  test('are not what money is', () => {
    expect(mayHaveMath('It costs $5, and $6 with rain.')).toBe(false)
    expect(mayHaveMath('$ x $ and 5$')).toBe(false)
    expect(math('It costs $5 and $6, but $x$ is free')).toContain('It costs $5 and $6, but ')
    expect(math('It costs $5 and $6, but $x$ is free')).toContain('<mi>x</mi>')
  })

  test('are looked for before what sets them is fetched', () => {
    for (const text of ['so $n$.', '$$\nx\n$$', '```math\nx\n```', 'a $b\\$c$'])
      expect(mayHaveMath(text), text).toBe(true)
    for (const text of ['', 'plain', '\\$a\\$', '```python\nx\n```']) expect(mayHaveMath(text), text).toBe(false)
  })
})

test('a line is split into words and formulas', () => {
  expect(splitFormulas('$2x$')).toEqual(['', '2x', ''])
  expect(splitFormulas('from $x$ to $$y^2$$.')).toEqual(['from ', 'x', ' to ', 'y^2', '.'])
  for (const text of ['$5 and $6', '$5-$6', '\\$x$', 'a $ b $ c', '$$$', ''])
    expect(splitFormulas(text)).toEqual([text])
})
