import type { OfflineLanguage } from '../../contract/staff/offline.ts'

/* The words of the sheet and the answers in an archive, in the language of the person who downloads it. */

export interface OfflineWords {
  /** The headings of the sheet; each part adds its own between them. */
  work: string
  revision: string
  name: string
  email: string
  folder: string
  attempt: string
  submitted: string
  late: string
  score: string
  comment: string
  text: string
  question: (n: number) => string
  /** The name of a removed part. */
  earlier: string
  files: string
  answer: string
  noAnswer: string
  points: (most: string) => string
  facts: (attempt: number, submitted: string) => string
  /** How points that nobody gave by hand came about. */
  by: { auto: string; rubric: string }
  /** Stands for a hidden name. */
  hidden: (n: number, isGroup: boolean) => string
  someWork: string
  notStored: string
}

export const offlineWords: Record<OfflineLanguage, OfflineWords> = {
  en: {
    work: 'Work id',
    revision: 'Revision',
    name: 'Name',
    email: 'Email',
    folder: 'Folder',
    attempt: 'Attempt',
    submitted: 'Submitted',
    late: 'Late',
    score: 'Score (worked out)',
    comment: 'Comment',
    text: 'Text',
    question: (n) => `Question ${n}`,
    earlier: 'Earlier question',
    files: 'Files',
    answer: 'Answer',
    noAnswer: 'No answer',
    points: (most) => `${most} points`,
    facts: (attempt, submitted) => `Attempt ${attempt}, submitted ${submitted}`,
    by: { auto: 'by itself', rubric: 'by the rubric' },
    hidden: (n, isGroup) => `${isGroup ? 'Group' : 'Student'} ${n}`,
    someWork: 'Work',
    notStored: 'This file is not in the store any more.',
  },
  th: {
    work: 'รหัสงาน',
    revision: 'รุ่น',
    name: 'ชื่อ',
    email: 'อีเมล',
    folder: 'โฟลเดอร์',
    attempt: 'ครั้งที่',
    submitted: 'ส่งเมื่อ',
    late: 'ส่งช้า',
    score: 'คะแนนรวม (คำนวณให้)',
    comment: 'ความคิดเห็น',
    text: 'คำตอบแบบข้อความ',
    question: (n) => `ข้อ ${n}`,
    earlier: 'ข้อก่อนหน้านี้',
    files: 'ไฟล์',
    answer: 'คำตอบ',
    noAnswer: 'ไม่ได้ตอบ',
    points: (most) => `${most} คะแนน`,
    facts: (attempt, submitted) => `ครั้งที่ ${attempt} ส่งเมื่อ ${submitted}`,
    by: { auto: 'ตรวจอัตโนมัติ', rubric: 'ตามเกณฑ์' },
    hidden: (n, isGroup) => `${isGroup ? 'กลุ่ม' : 'นักศึกษา'} ${n}`,
    someWork: 'งาน',
    notStored: 'ไม่มีไฟล์นี้ในระบบแล้ว',
  },
}
