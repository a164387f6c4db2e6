import { number } from '../../dates.ts'
import type { Authoring } from '../../en/authoring.ts'

export const present: Authoring['present'] = {
  editing: (name, others) => (others > 0 ? `${name} และอีก ${others} คนกำลังแก้ไข` : `${name} กำลังแก้ไข`),
  looking: (name, others) => (others > 0 ? `${name} และอีก ${others} คนกำลังดูอยู่` : `${name} กำลังดูอยู่`),
}

export const dateTime: Authoring['dateTime'] = {
  calendar: 'เปิดปฏิทิน',
  previous: 'เดือนก่อน',
  next: 'เดือนถัดไป',
  done: 'เสร็จ',
}

export const writes: Authoring['writes'] = {
  undo: 'เลิกทำ',
  undone: 'เลิกทำแล้ว',
  undoneAsDraft: 'เลิกทำแล้ว และเป็นฉบับร่าง เพราะเลยเวลาเผยแพร่ที่ตั้งไว้ เผยแพร่ได้เมื่อต้องการ',
  changedSince: (n) => `มี ${number(n)} รายการถูกแก้ไขหลังจากนั้น`,
  undoRest: 'เลิกทำรายการอื่น',
  undoneRest: (n) => `เลิกทำแล้ว ยกเว้น ${number(n)} รายการที่ถูกแก้ไขหลังจากนั้น`,
  beginAgain: (assignments) =>
    assignments.length === 0 ? '' : `กลุ่มเดิมของผู้ที่ย้ายเริ่มทำ ${assignments.join(', ')} แล้ว กลุ่มอื่นจะเริ่มทำใหม่ได้โดยได้เวลาเต็ม`,
  notUndone: 'เลิกทำไม่ได้เพราะมีผู้แก้ไขหลังจากนั้น ดูได้ในประวัติ',
  inUse: 'เลิกทำไม่ได้เพราะมีการใช้งานแล้ว',
  groupsInUse: 'กลุ่มเหล่านี้ยังอยู่ เพราะมีนักศึกษาเข้าหรือออกจากกลุ่ม หรือเริ่มทำหรือส่งงานแล้ว',
  changedMeanwhile: 'มีผู้แก้ไขระหว่างนั้น โปรดดูแล้วลองอีกครั้ง',
  changedByYou: 'คุณแก้ไขสิ่งนี้ในอีกหน้าต่างหนึ่งระหว่างนั้น โปรดดูแล้วลองอีกครั้ง',
  failed: 'ไม่สำเร็จ โปรดลองอีกครั้งในอีกสักครู่',
  tooMany: 'ไม่มีที่ว่างสำหรับรายการใหม่แล้ว โปรดลบบางรายการก่อน',
  tooOften: 'ทำมากเกินไปในเวลาสั้น ๆ โปรดรอสักครู่แล้วลองอีกครั้ง',
  offline: 'เซิร์ฟเวอร์ไม่ตอบ โปรดลองอีกครั้งในอีกสักครู่',
  gone: 'ไม่มีสิ่งนี้แล้ว มีผู้ลบไประหว่างนั้น',
  forbidden: 'คุณทำสิ่งนี้ไม่ได้แล้ว',
}

export const combobox: Authoring['combobox'] = {
  open: 'แสดงทั้งหมด',
  none: 'ไม่พบรายการที่ตรงกัน',
}

export const table: Authoring['table'] = {
  selectAll: 'เลือกทั้งหมด',
  select: (name) => `เลือก ${name}`,
  clear: 'ล้างการค้นหา',
  chosen: (n) => `เลือกไว้ ${n} รายการ จะคัดลอกและบันทึกเฉพาะรายการเหล่านี้`,
  saveCsv: 'บันทึกเป็น CSV',
  saveXlsx: 'บันทึกสำหรับ Excel',
  notSaved: 'สร้างไฟล์ไม่สำเร็จ โปรดลองอีกครั้งในอีกสักครู่',
}
