import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/* Each test loads a module of its own: loaded words stay as long as the page is open. */

const page = { lang: '' }
const store = new Map<string, string>()

beforeEach(() => {
  vi.resetModules()
  store.clear()
  vi.stubGlobal('document', { documentElement: page })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['before', true],
  ['after', false],
])(
  'a language that is chosen %s the words of a course are asked for, while both are on their way, has them',
  async (_, first) => {
    const { chooseLanguage, currentLanguage, loadInside, text } = await import('./index.ts')
    const asked = [() => chooseLanguage('th'), loadInside]
    await Promise.all((first ? asked : asked.reverse()).map((ask) => ask()))
    expect(currentLanguage()).toBe('th')
    expect(page.lang).toBe('th')
    expect(store.get('language')).toBe('th')
    expect(text().setting.language).toBe('ภาษา')
    expect(text().course.tabs.grade).toBe('คะแนน')
  },
)

test('of two choices the later one stands', async () => {
  const { chooseLanguage, currentLanguage, text } = await import('./index.ts')
  await Promise.all([chooseLanguage('th'), chooseLanguage('en')])
  expect(currentLanguage()).toBe('en')
  expect(store.get('language')).toBe('en')
  expect(text().setting.language).toBe('Language')
})
