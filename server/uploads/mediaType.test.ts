import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { headBytes, isShown, mediaTypeOf } from './mediaType.ts'

const demo = join(import.meta.dirname, '../demo/files')

test('the demo school’s files are what they are by their bytes alone', async () => {
  const types: Record<string, string> = {}
  for (const entry of await readdir(demo, { withFileTypes: true })) {
    if (entry.isFile()) types[entry.name] = await mediaTypeOf(await readFile(join(demo, entry.name)))
  }
  expect(types).toMatchObject({
    'lecture-recursion.pdf': 'application/pdf',
    'flowchart.png': 'image/png',
    'laboratory.jpg': 'image/jpeg',
    'call-stack.webp': 'image/webp',
    'lecture-clip.mp4': 'video/mp4',
    'lecture-clip.webm': 'video/webm',
    'lecture-clip.vtt': 'text/vtt',
    'reading-list.txt': 'text/plain',
    'starter.py': 'text/plain',
    'temperatures.csv': 'text/plain',
    'shop-budget.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
  expect(types['lecture-audio.m4a']).toMatch(/^audio\//)
})

describe('text', () => {
  test.each([
    ['ภาษาไทย', 'text/plain'],
    ['\ufeffwith a mark', 'text/plain'],
    ['WEBVTT\n\n00:00.000 --> 00:01.000\nHello', 'text/vtt'],
    ['<!doctype html><script>alert(1)</script>', 'text/html'],
    ['\n\n<HTML>', 'text/html'],
    ['<!-- x --><html>', 'text/html'],
    ['<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['<svg onload="alert(1)">', 'image/svg+xml'],
    ['<?xml version="1.0"?><note/>', 'application/xml'],
  ])('%j is %s', async (text, type) => {
    expect(await mediaTypeOf(Buffer.from(text))).toBe(type)
  })

  test.each([
    ['ภาษาไทย, and so on', 'text/plain'],
    ['<!doctype html><script>alert(1)</script>', 'text/html'],
    ['<svg onload="alert(1)">', 'image/svg+xml'],
  ])('in UTF-16, %j is %s and no sound', async (text, type) => {
    const little = Buffer.from(`\ufeff${text}`, 'utf16le')
    expect(await mediaTypeOf(little)).toBe(type)
    expect(await mediaTypeOf(Buffer.from(little).swap16())).toBe(type)
  })

  test('may be cut within a character', async () => {
    const long = Buffer.from(`x${'ก'.repeat(headBytes)}`)
    expect(await mediaTypeOf(long.subarray(0, headBytes))).toBe('text/plain')
  })

  test.each([[''], ['a\0b'], [Buffer.from([0xe0, 0xb8])], [Buffer.from([0xa1, 0xd2, 0xc3])]])(
    'is not %j',
    async (bytes) => {
      expect(await mediaTypeOf(Buffer.from(bytes as Buffer))).toBe('application/octet-stream')
    },
  )
})

test('a PDF of nothing but ASCII is a PDF', async () => {
  expect(await mediaTypeOf(Buffer.from('%PDF-1.7\n1 0 obj\n'))).toBe('application/pdf')
})

test('a browser may show what it runs nothing of', () => {
  const shown = ['application/pdf', 'image/png', 'image/webp', 'audio/mp4', 'video/webm', 'text/plain', 'text/vtt']
  const kept = ['text/html', 'text/xml', 'image/svg+xml', 'application/xml', 'application/octet-stream', 'text/csv', '']
  expect([shown, kept].map((types) => types.filter(isShown))).toEqual([shown, []])
})
