import { describe, expect, test } from 'vitest'
import type { ContentItem } from '../../contract/contents.ts'
import { captionsOf, search } from './tree.ts'

let day = 0
const item = (file_name: string, more: Partial<ContentItem> = {}): ContentItem => ({
  _id: file_name,
  file_name,
  file_description: '',
  file_upload_datetime: `2026-01-${String(10 + day++).padStart(2, '0')}T00:00:00.000Z`,
  file_update_datetime: null,
  ...more,
})

describe('the tree of contents', () => {
  const tree = [
    item('Syllabus.pdf'),
    item('Lectures', { children: [item('Week 1', { children: [item('PDF of week one')] }), item('Notes.txt')] }),
  ]

  test('a search finds names in whatever case, at any depth, the newest first, with the folders around them', () => {
    expect(search(tree, ' pdf ').map((m) => [m.item.file_name, m.folders.join('/')])).toEqual(
      [
        ['Syllabus.pdf', ''],
        ['PDF of week one', 'Lectures/Week 1'],
      ].sort((a, b) => (dateOf(b[0]) > dateOf(a[0]) ? 1 : -1)),
    )
    expect(search(tree, 'WEEK').map((m) => m.item.file_name)).toContain('Week 1')
    expect(search(tree, 'nowhere')).toEqual([])
  })

  test('a search takes signs for what they are', () => {
    expect(search(tree, '.*')).toEqual([])
  })

  const dateOf = (name = '') => search(tree, name)[0]?.item.file_upload_datetime ?? ''
})

describe('captions', () => {
  const file = (name: string, as: string, file_type: string) =>
    item(name, { file_path: `/api/files/x/${encodeURIComponent(as)}?e=1&s=2`, file_type })
  const video = file('Lecture', 'clip one.mp4', 'video/mp4')

  test('are the file of the same name beside the video, at any depth', () => {
    const captions = file('Captions', 'clip one.vtt', 'text/vtt')
    expect(captionsOf([item('Folder', { children: [captions, video] })], 'Lecture')).toBe(captions)
    const named = file('Lecture.vtt', 'x.vtt', 'text/vtt; charset=utf-8')
    expect(captionsOf([named, video], 'Lecture')).toBe(named)
  })

  test('are not a file of another name, of another kind, or in another folder', () => {
    expect(captionsOf([file('Other', 'clip two.vtt', 'text/vtt'), video], 'Lecture')).toBeUndefined()
    expect(captionsOf([file('Lecture.txt', 'clip one.txt', 'text/plain'), video], 'Lecture')).toBeUndefined()
    const elsewhere = item('Folder', { children: [file('Captions', 'clip one.vtt', 'text/vtt')] })
    expect(captionsOf([elsewhere, video], 'Lecture')).toBeUndefined()
    expect(captionsOf([], 'Lecture')).toBeUndefined()
  })
})
