import { expect, test } from 'vitest'
import { filesIn } from './fileTree.ts'

type Tree = { [name: string]: Tree | string }

/** What a browser gives of a dropped folder, two entries at a time. */
function entryOf(name: string, content: Tree | string, above = ''): FileSystemEntry {
  const fullPath = `${above}/${name}`
  const common = { name, fullPath, isFile: typeof content === 'string', isDirectory: typeof content !== 'string' }
  if (typeof content === 'string') {
    const file: FileSystemFileEntry['file'] = (give, fail) =>
      content === 'gone' ? fail?.(new DOMException('gone', 'NotFoundError')) : give(new File([content], name))
    return { ...common, file } as unknown as FileSystemEntry
  }
  const createReader = () => {
    const left = Object.entries(content).map(([child, inside]) => entryOf(child, inside, fullPath))
    return { readEntries: (give: (entries: FileSystemEntry[]) => void) => give(left.splice(0, 2)) }
  }
  return { ...common, createReader } as unknown as FileSystemEntry
}

const pathsOf = async (entries: (FileSystemEntry | null)[]) => (await filesIn(entries)).map(({ path }) => path)

test('a dropped folder keeps its tree, however many entries a folder has', async () => {
  const course = {
    'week 1': { 'slides.pdf': 'x', code: { 'a.py': 'x', 'b.py': 'x', 'c.py': 'x' }, empty: {} },
    'บทที่ 2': { 'notes.md': 'x' },
  }
  expect(await pathsOf([entryOf('course', course), entryOf('plan.txt', 'x')])).toEqual([
    'course/week 1/slides.pdf',
    'course/week 1/code/a.py',
    'course/week 1/code/b.py',
    'course/week 1/code/c.py',
    'course/บทที่ 2/notes.md',
    'plan.txt',
  ])
})

test('what is no file, such as a dropped text, and what is gone is left out', async () => {
  expect(await pathsOf([null, entryOf('old.txt', 'gone'), entryOf('new.txt', 'x')])).toEqual(['new.txt'])
})
