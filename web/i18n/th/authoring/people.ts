import type { Authoring } from '../../en/authoring.ts'

export const people: Authoring['people'] = {
  title: 'รายชื่อ',
  search: 'ค้นหารายชื่อ',
  count: (shown, all) => (shown === all ? `${all} คน` : `${shown} จาก ${all} คน`),
  name: 'ชื่อ',
  role: 'บทบาท',
  section: 'ตอนเรียน',
  email: 'อีเมล',
  joined: 'เข้าร่วมเมื่อ',
  everyRole: 'ทุกบทบาท',
  everySection: 'ทุกตอนเรียน',
  noSection: 'ไม่อยู่ในตอนเรียนใด',
  nobody: 'ไม่พบรายชื่อที่ตรงกัน',
  showAll: 'แสดงทุกคน',
}
