import { expect, test } from 'vitest'
import { kindOf } from './kind.ts'

test.each([
  ['essay.pdf', 'application/pdf', 'pdf'],
  ['essay.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'other'],
  ['photo', 'image/jpeg', 'picture'],
  ['drawing.svg', 'image/svg+xml', 'code'],
  ['page.html', 'text/html', 'code'],
  ['README.md', 'text/plain', 'markdown'],
  ['main.py', 'text/plain', 'code'],
  ['lab.ipynb', 'application/json', 'notebook'],
  ['src/lab.ipynb', '', 'notebook'],
  ['notes', 'text/plain', 'code'],
  ['data.csv', 'text/plain', 'sheet'],
  ['named.xlsx', 'text/plain', 'code'],
  ['budget.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'sheet'],
  ['project.zip', 'application/zip', 'archive'],
  ['essay.pdf', 'application/zip', 'archive'],
  ['clip.mp4', 'video/mp4', 'video'],
  ['talk.m4a', 'audio/mp4', 'sound'],
  ['program.exe', 'application/x-msdownload', 'other'],
  ['src/Main.java', '', 'code'],
  ['src/unknown.bin', '', 'other'],
  ['thing.pdf', 'application/octet-stream', 'pdf'],
])('%s of type %j is shown as %s', (name, type, kind) => {
  expect(kindOf({ name, type })).toBe(kind)
})
