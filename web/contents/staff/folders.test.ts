import { expect, test } from 'vitest'
import { levelsOf, wanted } from './folders.ts'

const file = (path: string) => ({ path, file: new File([], path.split('/').at(-1) ?? '') })

test('folders are made from the outermost in, each once', () => {
  expect(levelsOf(['plan.txt', 'week 1/code/a.py', 'week 1/code/b.py', 'week 2/a.pdf', 'week 1/slides.pdf'])).toEqual([
    ['week 1', 'week 2'],
    ['week 1/code'],
  ])
  expect(levelsOf(['plan.txt'])).toEqual([])
})

test('files come in the order of their names, numbers by their value, without what systems leave', () => {
  const paths = ['w/Lecture 10.pdf', 'w/Lecture 2.pdf', 'w/.DS_Store', '.git/config', 'w/Thumbs.db', 'a.txt']
  expect(wanted(paths.map(file)).map(({ path }) => path)).toEqual(['a.txt', 'w/Lecture 2.pdf', 'w/Lecture 10.pdf'])
})
