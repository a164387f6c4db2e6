import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changesTo, isInsertion, mergeText, mergeWork, placeIn } from './mergeText.ts'

describe('two texts that were made from one', () => {
  test.each([
    ['a b c', 'a B c', 'a b C', 'a B C', false],
    ['one\ntwo\nthree', 'one\ntwo changed\nthree', 'one\ntwo\nthree\nfour', 'one\ntwo changed\nthree\nfour', false],
    ['The quick brown fox', 'The quick red fox', 'The slow brown fox jumps', 'The slow red fox jumps', false],
    ['ฉันชอบกินข้าวผัด', 'วันนี้ฉันชอบกินข้าวผัด', 'ฉันชอบกินข้าวผัดเลยครับ', 'วันนี้ฉันชอบกินข้าวผัดเลยครับ', false],
    ['', 'x', 'A paragraph.', 'x A paragraph.', true],
    ['Hi', 'Hi\nours', 'Hi\ntheirs', 'Hi\nours\ntheirs', true],
    ['one two', '', 'one twofold', 'one twofold', false],
    ['', 'Hello wor', 'Hello', 'Hello wor', false],
  ])('%j as %j and as %j is %j', (base, ours, theirs, text, conflict) => {
    expect(mergeText(base, ours, theirs)).toEqual({ text, conflict })
  })

  const words = fc.array(fc.constantFrom('a', 'b', 'ก', 'ข', '\n', 'word')).map((all) => all.join(' '))

  test('are the one that changed when the other did not', () => {
    fc.assert(
      fc.property(words, words, (base, next) => {
        expect(mergeText(base, base, next).text).toBe(next)
        expect(mergeText(base, next, base).text).toBe(next)
        expect(mergeText(base, next, next).text).toBe(next)
      }),
    )
  })

  test('lose nothing that either put in', () => {
    fc.assert(
      fc.property(words, fc.nat(), fc.nat(), (base, here, there) => {
        const withWord = (at: number, word: string) => {
          const all = base.split(' ')
          all.splice(at % (all.length + 1), 0, word)
          return all.join(' ')
        }
        const { text } = mergeText(base, withWord(here, 'ours1'), withWord(there, 'theirs1'))
        expect(text).toContain('ours1')
        expect(text).toContain('theirs1')
      }),
    )
  })

  test('are merged too where they are as long as a field may be and everything is alike', () => {
    for (const part of ['\n', 'a ', 'กินข้าว', 'a\nb\n', 'x'.repeat(100_000)]) {
      const base = part.repeat(Math.floor(90_000 / part.length))
      const { text } = mergeText(base, `ours1 ${base}`, `${base}${base.slice(0, 10)}theirs1`)
      expect(text.startsWith('ours1') && text.endsWith('theirs1')).toBe(true)
      const { text: mixed } = mergeText(base, `ours1 ${base.slice(9)} ours2`, `${base.slice(5)} theirs1`)
      for (const word of ['ours1', 'ours2', 'theirs1']) expect(mixed).toContain(word)
    }
  })
})

test('of very many texts that are merged in one go, some are not compared but stand one after the other, and nothing is lost', () => {
  const words = (n: number) => Array.from({ length: 300 }, (_, i) => ((i * n) % 4 === 0 ? 'a' : 'b')).join(' ')
  const [base, ours, theirs] = [`s ${words(1)} e`, `ours1 ${words(3)} ours2`, `theirs1 ${words(7)} theirs2`]
  const work = mergeWork()
  const apart = Array.from({ length: 500 }, () => mergeText(base, ours, theirs, work).text)
  for (const word of ['ours1', 'ours2', 'theirs1', 'theirs2'])
    expect(apart.every((text) => text.includes(word))).toBe(true)
  expect(work.left).toBeLessThanOrEqual(0)
  expect(work.left).toBeGreaterThan(-200_000)
  expect(apart.at(-1)).toBe(`${ours} ${theirs}`)
  expect(mergeText('one two', 'one and two', 'one two three', work).text).toBe('one and two three')
})

test('an insertion leaves the text whole', () => {
  expect(['abc', 'xabc', 'abxc', 'abcx', 'ab', 'axc', 'xabcx'].map((next) => isInsertion('abc', next))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})

test('a caret stays at its words', () => {
  expect(placeIn('one two', 'one and two', 7)).toBe(11)
  expect(placeIn('one two', 'one and two', 3)).toBe(3)
  expect(placeIn('one two', 'one', 7)).toBe(3)
})

test('a text that changes in two places becomes the other one, and a place between them stays at its words', () => {
  const [text, next] = ['One\n\nTwo own\n\nFour', 'First One\n\nTwo own\n\nThree\n\nFour']
  expect(changesTo(text, next)).toEqual([
    { from: 0, to: 0, insert: 'First ' },
    { from: 14, to: 14, insert: 'Three\n\n' },
  ])
  expect(placeIn(text, next, 12)).toBe(18)
  const inLine = changesTo('Bring a pencil and paper.\n\nBye', 'Bring a good pencil and paper, all.\n\nBye')
  expect(inLine.map(({ from, to, insert }) => [to - from, insert.trim()])).toEqual([
    [0, 'good'],
    [0, ', all'],
  ])
  const words = ['', 'a\n', 'b\n', '\n', 'a b', 'c']
  const texts = words.flatMap((one) => words.flatMap((two) => words.map((three) => one + two + three)))
  for (const before of texts)
    for (const after of texts) {
      let made = before
      for (const { from, to, insert } of changesTo(before, after).toReversed())
        made = made.slice(0, from) + insert + made.slice(to)
      expect(made).toBe(after)
    }
})
