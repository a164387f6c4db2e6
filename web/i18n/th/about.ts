import type { Catalogue } from '../index.ts'

export const about: Catalogue['about'] = {
  course: 'เกี่ยวกับรายวิชา',
  courseId: 'รหัสรายวิชา',
  name: 'ชื่อรายวิชา',
  objectives: 'วัตถุประสงค์',
  noObjectives: 'ไม่ได้ระบุวัตถุประสงค์',
  instructors: 'ผู้สอน',
  noInstructors: 'ยังไม่มีผู้สอน',
  mail: (name) => `ส่งอีเมลถึง ${name}`,
  failed: 'ดึงข้อมูลไม่สำเร็จ',
}
