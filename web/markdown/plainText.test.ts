import { expect, test } from 'vitest'
import { plainText } from './plainText.ts'

test('the signs of Markdown are left out', () => {
  expect(plainText('## Room\n\nWe *meet* in **3-315**, see [the map](https://map.example) and `main.py`.')).toBe(
    'Room We meet in 3-315, see the map and main.py.',
  )
})

test('the items of a list are told apart, and from what stands before and after them', () => {
  expect(plainText('Please bring:\n\n- a pencil\n- your card\n* a friend\n\nThank you')).toBe(
    'Please bring: a pencil · your card · a friend Thank you',
  )
  expect(plainText('1. Read the sheet.\n2. Sign it\n3) Leave')).toBe('Read the sheet. Sign it · Leave')
  expect(plainText('- alone')).toBe('alone')
  expect(plainText('Before\n- inside')).toBe('Before · inside')
})

test('a dash and a number inside a line are no list', () => {
  expect(plainText('From 9 - 10 in room 2. 14 seats')).toBe('From 9 - 10 in room 2. 14 seats')
})

test('a formula keeps its signs, and prices are none', () => {
  expect(plainText('With *care*: $x_1 * x_2$ and $$a_1$$')).toBe('With care: $x_1 * x_2$ and $a_1$')
  expect(plainText('*Either* costs $5 or $6')).toBe('Either costs $5 or $6')
})

test('a sign that marks nothing stays: in a product, a power, a name, and in code', () => {
  for (const text of [
    "len('ab' * 9) + 2 * 3",
    '5 ** 2 - 3 ** 2',
    'What is 2*3?',
    'my_list and other_list',
    '~5 minutes',
  ])
    expect(plainText(text)).toBe(text)
  expect(plainText('`a * b * c` and `__init__`, 3 \\* 4')).toBe('a * b * c and __init__, 3 * 4')
  expect(plainText('```python\nx = a_b ** 2\n```')).toBe('x = a_b ** 2')
})

test('what stands in another loses both signs', () => {
  expect(plainText('**use `x * y` and *now***, ~~not~~ __later__ or ***never***')).toBe(
    'use x * y and now, not later or never',
  )
  expect(plainText('**the value of $x_1$**')).toBe('the value of $x_1$')
})

test('a link with brackets in its address leaves its words alone', () => {
  expect(
    plainText('See [trees](https://en.wikipedia.org/wiki/Tree_(data_structure)) (and [graphs](https://a.example)).'),
  ).toBe('See trees (and graphs).')
})

test('a sign after a backslash, a character by its number and an address are shown as readers see them', () => {
  expect(
    plainText('A\\] \\[b\\](c) \\<i> R\\&D 50\\% \\~ \\| C:\\\\temp\n\n1\\. May\n\n\\# No head\n\n\\- no item'),
  ).toBe('A] [b](c) <i> R&D 50% ~ | C:\\temp 1. May # No head - no item')
  expect(plainText('**หมายเหตุ:**&#xE2A;่ง, see <https://a.example/x_y_z>\\\nand &#x2A;')).toBe(
    'หมายเหตุ:ส่ง, see https://a.example/x_y_z and *',
  )
  expect(plainText('`\\*[a](b)` and $\\{x\\}$')).toBe('\\*[a](b) and $\\{x\\}$')
})
