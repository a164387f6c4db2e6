import type { Catalogue } from '../index.ts'

export const palette: Catalogue['palette'] = {
  search: 'ค้นหารายวิชา ไฟล์ งาน หัวข้อ',
  places: 'ปลายทาง',
  found: (n) => `พบ ${n} รายการ`,
  none: 'ไม่พบรายการที่มีชื่อนี้',
  noneText: 'ลองพิมพ์เพียงบางส่วนของชื่อ หรือรหัสวิชา โดยไฟล์ งาน และหัวข้อ จะค้นจากรายวิชาที่คุณเปิดอยู่',
  kinds: {
    recent: 'ใช้ล่าสุด',
    tab: 'ในรายวิชานี้',
    course: 'รายวิชา',
    assignment: 'งานที่มอบหมาย',
    topic: 'หัวข้อสนทนา',
    file: 'ไฟล์',
    folder: 'โฟลเดอร์',
    page: 'หน้า',
  },
  anywhere: 'ทุกหน้า',
  inCourse: 'ในรายวิชา',
  note: 'G H หมายถึง กด G แล้วกด H เมื่อพิมพ์อยู่ในช่องข้อความ ปุ่มลัดจะไม่ทำงาน',
}
