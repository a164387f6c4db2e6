import type { Authoring } from '../../en/authoring.ts'

export const editor: Authoring['editor'] = {
  bold: 'ตัวหนา',
  italic: 'ตัวเอียง',
  heading: 'หัวข้อ',
  list: 'รายการ',
  link: 'ลิงก์',
  code: 'โค้ด',
  formula: 'สูตร',
  table: 'ตาราง',
  picture: 'รูปภาพ',
  column: 'คอลัมน์',
  tools: (label) => `การจัดรูปแบบของ${label}`,
  keys: 'Markdown กด Tab เพื่อออกจากช่องเขียน',
  preview: 'ดูตัวอย่าง',
  previewOf: (label) => `ตัวอย่างของ${label}`,
  write: 'เขียนต่อ',
  nothing: 'ยังไม่มีอะไรให้ดู',
  sending: (name, percent) => `กำลังส่ง ${name} ${percent}%`,
  pictureOffline: (name) => `ส่ง ${name} ไม่สำเร็จเพราะไม่มีการเชื่อมต่อ โปรดเพิ่มอีกครั้งในอีกสักครู่`,
  pictureTooLarge: (name) => `${name} มีขนาดเกิน 20 MB`,
  pictureFailed: (name) => `ส่ง ${name} ไม่สำเร็จ โปรดลองอีกครั้งในอีกสักครู่`,
}
