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
