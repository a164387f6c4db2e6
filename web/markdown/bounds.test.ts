import * as fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { mostDepth, mostNodes, readableLength } from './bounds.ts'
import { Markdown } from './Markdown.tsx'
import { Plain } from './Plain.tsx'
import WithMath from './WithMath.tsx'

/** The text as the page shows it, with its formulas. */
const shown = (text: string) => {
  const end = readableLength(text)
  const read = renderToStaticMarkup(createElement(WithMath, { text: text.slice(0, end), lines: true }))
  return { markup: read, end }
}

/** The number of elements of a markup, and their depth. */
function measure(markup: string): { elements: number; depth: number } {
  let elements = 0
  let depth = 0
  let deepest = 0
  for (const [, closes, empty] of markup.matchAll(/<(\/?)[a-z][^>]*?(\/?)>/g)) {
    if (closes) depth--
    else {
      elements++
      deepest = Math.max(deepest, depth + 1)
      if (!empty) depth++
    }
  }
  return { elements, depth: deepest }
}

function expectBounded(text: string) {
  const { elements, depth } = measure(shown(text).markup)
  expect(elements, text.slice(0, 60)).toBeLessThanOrEqual(2 * mostNodes)
  expect(depth, text.slice(0, 60)).toBeLessThanOrEqual(2 * mostDepth)
}

const filled = (piece: string, length = 20_000) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

describe('what a text becomes is bounded', () => {
  test('a table of few signs and millions of cells', () => {
    const poison = `|${'a|'.repeat(2000)}\n|${'-|'.repeat(2000)}\n${'|\n'.repeat(5900)}`
    expectBounded(poison)
    expectBounded(`a|b|c|d|e|f|g|h|i|j\n${'-|'.repeat(10)}\n${'a\n'.repeat(1400)}`)
  })

  test('a table of 300 × 300 cells', () => {
    const row = `|${'a|'.repeat(300)}\n`
    expectBounded(`${row}|${'-|'.repeat(300)}\n${row.repeat(299)}`)
  })

  test('quotes, lists and emphasis in each other', () => {
    for (const piece of ['> ', '- ', '1. ', '> - ', '*a ', '**a ', '_a ', '~~a ', '[', '![', '[a](']) {
      for (const length of [60, 300, 2_000, 20_000]) {
        expectBounded(filled(piece, length))
        expectBounded(filled(piece, length) + filled('a*', length))
      }
    }
    const steps = (mark: string) => Array.from({ length: 120 }, (_, i) => ' '.repeat(i * 2) + mark).join('\n')
    expectBounded(steps('- a'))
    expectBounded(steps('> a'))
  })

  test('formulas that grow, nest or are many', () => {
    for (const tex of [
      `\\def\\a{${'x'.repeat(900)}}${'\\a'.repeat(200)}`,
      `\\newcommand{\\a}{${'x'.repeat(900)}}${'\\a'.repeat(200)}`,
      '\\frac{'.repeat(300),
      `${'\\frac{1}{'.repeat(200)}x${'}'.repeat(200)}`,
      `${'{'.repeat(400)}x${'}'.repeat(400)}`,
      `${'\\left('.repeat(200)}x${'\\right)'.repeat(200)}`,
      `${'\\sqrt{'.repeat(300)}x${'}'.repeat(300)}`,
      `\\begin{matrix}${'&'.repeat(900)}\\\\${'&'.repeat(900)}\\end{matrix}`,
      `x${'^{x'.repeat(400)}${'}'.repeat(400)}`,
    ]) {
      expectBounded(`$$\n${tex}\n$$`)
      expectBounded(`$${tex}$ `.repeat(10))
    }
    expectBounded(filled('$x$ '))
    expectBounded(filled('$$\nx\n$$\n'))
  })

  test('signs that are slow to read by their number are read up to some, and then stand as they were typed', () => {
    for (const piece of [
      ...['a\n-\n', 'a\n=\n', '# a\n', '>\n\n', '- a\n', '~a', '` ', '```\n', '<a b c d e', '<a>', 'a@b.', '\\\n'],
      ...['[a]: b\n', 'a\r-\r', 'http://a.b ', '- > - > - > a\n', '$a', '*a**b_', '| a\n', '\r\n', '&amp;', '[^a]'],
    ]) {
      const text = filled(piece)
      expectBounded(text)
      expect(text.slice(readableLength(text)) + text.slice(0, readableLength(text))).toHaveLength(text.length)
    }
    for (const text of [filled('a\n-\n'), filled('>\n\n'), filled('~a'), filled('a\r-\r'), filled('*a **b ')]) {
      expect(readableLength(text), text.slice(0, 8)).toBeLessThan(text.length / 2)
    }
  })

  test('a block of code hides nothing that is slow', () => {
    const slow = filled('a\n-\n')
    for (const before of [
      '<!--\n```\n-->\n',
      '  ```\n\n```\n',
      '- a\n\n  ```\n',
      '$$\n```\n$$\n',
      '```a`\n',
      '> ```\n',
    ]) {
      expect(readableLength(before + slow), before).toBeLessThan(10_000)
    }
  })

  test('whatever the signs and the lines are', () => {
    const piece = fc.constantFrom(
      ...[
        '|',
        '-|',
        '\n',
        '\n\n',
        '> ',
        '- ',
        '  ',
        '    ',
        '1. ',
        '*',
        '**',
        '_',
        '~~',
        '`',
        '```',
        '[',
        '](b)',
        '![',
      ],
      ...[
        '$',
        '$$',
        '\\frac{',
        '{',
        '}',
        '^',
        '<a>',
        '<!--',
        '&amp;',
        '\\',
        'http://a.b',
        'a@b.c',
        '# ',
        '===',
        'ก้ำ',
        'a',
      ],
    )
    const repeated = fc.tuple(fc.array(piece, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 400 }))
    const texts = fc.array(repeated, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(texts, (parts) =>
        expectBounded(
          parts
            .map(([pieces, n]) => pieces.join('').repeat(n))
            .join('')
            .slice(0, 20_000),
        ),
      ),
      { numRuns: 150 },
    )
  })
})

describe('what a person writes', () => {
  test('is read to its end', () => {
    const usual = '# Title\n\n> > quoted\n\n- a\n  - b\n    - c\n\n**bold** and [a link](https://a.example), $x^2$.\n\n'
    const code = `\`\`\`python\n${'def f(a_b):\n    return a_b ** 2  # [1] <2>\n'.repeat(400)}\`\`\`\n\n`
    const table = `| a | b | c |\n|---|---|---|\n${'| 1 | **2** | 3 |\n'.repeat(100)}\n`
    const text = usual.repeat(40) + code + table + usual
    expect(readableLength(text)).toBe(text.length)
    const markup = renderToStaticMarkup(createElement(Plain, { text }))
    expect(markup).not.toContain('as it was typed')
    expect(markup.match(/<td/g)).toHaveLength(300)
  })

  test('stands as it was typed from where it becomes too much, whole, and says so', () => {
    const row = `|${'a|'.repeat(40)}\n`
    const text = `# First\n\n${row}|${'-|'.repeat(40)}\n${row.repeat(55)}${'|\n'.repeat(400)}\n# *Last*`
    const markup = renderToStaticMarkup(createElement(Markdown, { text }))
    expect(markup).toContain('<h3>First</h3>')
    expect(markup).toContain('What follows is shown as it was typed.')
    expect(markup).toContain('# *Last*')
    expect(markup.match(/\|a/g)?.length).toBeGreaterThan(50)
  })
})
