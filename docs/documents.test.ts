import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const decisions = readdirSync(join(root, 'docs/decisions')).filter((name) => name.endsWith('.md'))
const documents = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'],
  ...['operations', 'performance', 'performance-log'].map((name) => `docs/${name}.md`),
  ...decisions.map((name) => `docs/decisions/${name}`),
]
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The lines that a person wraps: neither code nor a table, and none that is one long word such as an address. */
function proseOf(text: string): string[] {
  const withoutCode = text.replace(/^\s*```[\s\S]*?^\s*```/gm, '')
  return withoutCode.split('\n').filter((line) => !/^\s*[|<]/.test(line) && line.trim().includes(' '))
}

test.each(documents)('%s wraps its lines at 120 characters', (path) => {
  const unbroken = /`[^`]*`|\[[^\]]*\]\([^)]*\)/g
  const tooLong = proseOf(read(path)).filter((line) => line.length > 120 && line.replace(unbroken, '').length > 100)
  expect(tooLong).toEqual([])
})

test.each(documents)('each file, folder and command of npm that %s names is there', (path) => {
  const text = read(path)
  const commands = [...text.matchAll(/`npm run ([\w:-]+)/g)].map(([, name = '']) => name)
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
  if (text.includes('Status: replaced')) return
  const paths = text.matchAll(/`((?:bench|contract|deploy|docs|e2e|scripts|server|web)\/[\w./-]+)`/g)
  expect([...paths].map(([, name = '']) => name).filter((name) => !existsSync(join(root, name)))).toEqual([])
})

test('each decision has a number of its own, a date and a status', () => {
  const numbers = decisions.map((name) => name.slice(0, 3))
  expect(new Set(numbers).size).toBe(numbers.length)
  for (const name of decisions) {
    const [title, empty, facts] = read(`docs/decisions/${name}`).split('\n')
    expect(title, name).toMatch(new RegExp(`^# ${name.slice(0, 3)} \\S`))
    expect(empty).toBe('')
    expect(facts, name).toMatch(/^Date: \d{4}-\d\d-\d\d · Status: (accepted|amended by \d{3}|replaced by \d{3})$/)
  }
})
