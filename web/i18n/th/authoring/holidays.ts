import type { Authoring } from '../../en/authoring.ts'

export const holidays: Authoring['holidays'] = {
  title: 'วันหยุด',
  none: 'ยังไม่มี คาบเรียนประจำสัปดาห์จะเว้นวันหยุดเหล่านี้',
  add: 'เพิ่มวันหยุด',
  addNow: 'เพิ่ม',
  first: 'วันที่ไม่มีเรียน',
  last: 'ถึงวันที่ หากหยุดหลายวัน',
  name: 'วันอะไร (ไม่บังคับ)',
  remove: (name) => `นำวันหยุด ${name} ออก`,
  added: 'เพิ่มวันหยุดแล้ว',
  removed: 'นำวันหยุดออกแล้ว',
  wrongOrder: 'วันสุดท้ายอยู่ก่อนวันแรก',
  tooMany: 'มีวันหยุดมากเกินไป',
  on: (name) => (name ? `วันหยุด: ${name}` : 'วันหยุด'),
}
