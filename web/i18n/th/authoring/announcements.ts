import type { Authoring } from '../../en/authoring.ts'

export const announcements: Authoring['announcements'] = {
  add: 'เพิ่มประกาศ',
  edit: 'แก้ไขประกาศ',
  title: 'ชื่อประกาศ',
  titlePlaceholder: 'เรื่องที่ประกาศ',
  content: 'ข้อความ',
  contentPlaceholder: 'สิ่งที่ทุกคนควรทราบ วางหรือลากรูปภาพมาที่นี่ได้',
  audience: 'ผู้ที่เห็น',
  everyone: 'ทุกคนในวิชา',
  pinned: 'ปักหมุดไว้หน้าสุด',
  needTitle: 'ประกาศต้องมีชื่อ',
  tooLong: (by) => `ข้อความยาวเกินไป ${by} ตัวอักษร`,
}
