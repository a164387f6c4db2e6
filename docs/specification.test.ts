import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/*
 * docs/specification.md lists every statement of the specification with the tests that prove it:
 * `| statement | path › title |`, several separated by `<br>`. Here each listed test is looked for.
 */

const root = join(import.meta.dirname, '..')

interface Row {
  line: number
  statement: string
  proofs: { path: string; title: string }[]
}

function readRows(): Row[] {
  const lines = readFileSync(join(import.meta.dirname, 'specification.md'), 'utf8').split('\n')
  return lines.flatMap((text, at) => {
    const cells = text.split(/(?<!\\)\|/).map((cell) => cell.trim())
    const [, statement = '', proof = ''] = cells
    if (cells.length !== 4 || statement === 'Statement' || /^-+$/.test(statement)) return []
    const proofs = proof.split('<br>').map((one) => {
      const [path = '', title = ''] = one.split(' › ').map((part) => part.replaceAll('`', '').trim())
      return { path, title }
    })
    return [{ line: at + 1, statement, proofs }]
  })
}

/** The titles of the tests in a file, as patterns: what is filled in at run time may be anything. */
function titlesOf(path: string): RegExp[] {
  const text = readFileSync(join(root, path), 'utf8')
  const found = text.matchAll(
    /\b(?:test|it)(?:\.\w+)?(?:\([^()]*\))?\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g,
  )
  return [...found].map(([, single, double, template]) => {
    const title = (single ?? double ?? template ?? '').replace(/\\(.)/g, '$1')
    const parts = title.split(/\$\{[^}]*\}|%[sdjo]|\$\w+/)
    return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('.*')}$`)
  })
}

const rows = readRows()

test('the list of the specification is there and every statement has a proof', () => {
  expect(rows.length).toBeGreaterThan(150)
  for (const { line, statement, proofs } of rows) {
    expect(
      proofs.every(({ path, title }) => path && title),
      `line ${line}: ${statement}`,
    ).toBe(true)
  }
})

test('every test that the list names exists', () => {
  const titles = new Map<string, RegExp[]>()
  const missing = rows.flatMap(({ line, proofs }) =>
    proofs.flatMap(({ path, title }) => {
      if (!existsSync(join(root, path))) return [`line ${line}: there is no ${path}`]
      if (!titles.has(path)) titles.set(path, titlesOf(path))
      return titles.get(path)?.some((pattern) => pattern.test(title))
        ? []
        : [`line ${line}: ${path} has no test “${title}”`]
    }),
  )
  expect(missing).toEqual([])
})
