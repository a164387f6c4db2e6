import type { Authoring } from '../../en/authoring.ts'

export const shortcuts: Authoring['shortcuts'] = {
  editor: 'ในช่องเขียนข้อความ',
  submit: 'เผยแพร่หรือบันทึก',
  leave: 'ออกจากช่องเขียน',
  table: 'ในตาราง',
  search: 'ค้นหาในตาราง',
  move: 'ไปยังช่องถัดไป',
  first: 'ไปยังแถวแรก',
  last: 'ไปยังแถวสุดท้าย',
  sort: 'เรียงลำดับ (ที่หัวคอลัมน์)',
  select: 'เลือกแถว',
  space: 'เว้นวรรค',
  selectMore: 'เลือกแถวถัดไปด้วย',
  selectAll: 'เลือกทุกแถว',
  copy: 'คัดลอกแถวที่เลือก',
  attendance: 'ในการเช็กชื่อของคาบเรียน',
  takeBack: 'เลิกทำรายการล่าสุด',
}
