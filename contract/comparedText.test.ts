import { expect, test } from 'vitest'
import { sameForm, searched, wordsOf } from './comparedText.ts'

test.for([
  ['\u0E17\u0E33\u0E07\u0E32\u0E19', '\u0E17\u0E4D\u0E32\u0E07\u0E32\u0E19', 'sara am as two signs'],
  ['\u0E19\u0E49\u0E33', '\u0E19\u0E4D\u0E49\u0E32', 'with a tone between the two'],
  ['\u0E19\u0E49\u0E33', '\u0E19\u0E33\u0E49', 'with a tone after it'],
  ['\u0E17\u0E35\u0E48', '\u0E17\u0E48\u0E35', 'a tone before its vowel'],
  ['\u0E1E\u0E31\u0E19\u0E18\u0E38\u0E4C', '\u0E1E\u0E31\u0E19\u0E18\u0E4C\u0E38', 'a silencer before its vowel'],
  ['\u0E41\u0E1C\u0E19', '\u0E40\u0E40\u0E1C\u0E19', 'mai-ae as sara-e twice'],
  ['café', 'cafe\u0301', 'a letter with its accent apart'],
] as const)('%s and %s are the same text: %s', ([one, other]) => {
  expect(sameForm(other)).toBe(sameForm(one))
})

test('texts that look different stay different', () => {
  const texts = ['นำ', 'น้ำ', 'นา', 'น้า', 'ที', 'ที่', 'เอา', 'แอา', 'A', 'a']
  expect(new Set(texts.map(sameForm)).size).toBe(texts.length)
})

test('a word is found by what is typed of it so far, key by key', () => {
  for (const word of [
    '\u0E19\u0E49\u0E33\u0E1D\u0E19',
    '\u0E17\u0E35\u0E48',
    '\u0E1E\u0E31\u0E19\u0E18\u0E38\u0E4C',
    'Nam',
  ])
    for (let keys = 1; keys <= word.length; keys++) expect(searched(word)).toContain(searched(word.slice(0, keys)))
})

test('a search ignores case, and an empty one has no words', () => {
  expect(searched('Résumé')).toBe(searched('RE\u0301SUME\u0301'))
  expect(wordsOf('  Nam \u0E17\u0E4D\u0E32 ')).toEqual(['nam', searched('\u0E17\u0E33')])
  expect(wordsOf(' ')).toEqual([])
})
