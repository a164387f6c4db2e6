import { studentNames } from './people.ts'
import type { CourseData } from './types.ts'

/** Open to everyone, and mostly in Thai. */
export const engineeringWorld: CourseData = {
  code: '2100111',
  name: 'โลกแห่งวิศวกรรม (Exploring the World of Engineering)',
  short: 'โลกแห่งวิศวกรรม',
  img: 'course-orbit.webp',
  mooc: true,
  semestersAgo: 0,
  objectives: [
    'อธิบายบทบาทของวิศวกรสาขาต่าง ๆ ต่อสังคมและสิ่งแวดล้อม',
    'วิเคราะห์ปัญหาใกล้ตัวหนึ่งเรื่อง และเสนอแนวทางแก้ไขที่วัดผลได้',
    'ทำงานร่วมกับผู้ที่เรียนต่างสาขา',
  ],
  contact: { facebook: 'https://social.example/groups/2100111', echo: 'https://capture.example/section/2100111' },
  password: 'เปิดโลก',
  instructors: [
    ['prasert', 'รศ. ดร.'],
    ['supaporn', 'ผศ. ดร.'],
  ],
  assistants: ['jintana'],
  students: ['ploy', ...studentNames.filter((_, i) => i % 3 !== 0)],
  classes: {
    days: [
      { weekday: 'mon', from: '13:00', to: '14:30', location: 'หอประชุมใหญ่', kind: 'บรรยาย' },
      { weekday: 'wed', from: '13:00', to: '14:30', location: 'ออนไลน์', kind: 'บรรยาย' },
    ],
    weeks: [-8, 6],
    subjects: ['วิศวกรคือใคร', 'สะพาน', 'น้ำท่วม', 'ไฟฟ้าในบ้าน', 'เครื่องจักรที่เดินได้', 'ดาวเทียมดวงเล็ก', 'ขยะไปไหน'],
  },
  announcements: [
    {
      title: 'กิจกรรมเยี่ยมชมโรงบำบัดน้ำ',
      posted: '-3h',
      content: 'ลงชื่อได้ถึงวันศุกร์นี้ รับ **40 คน** รถออกหน้าตึก 3 เวลา 08:00 น. ใส่รองเท้าหุ้มส้น',
    },
    {
      title: 'บทเรียนที่ 7 เปิดให้เรียนแล้ว',
      posted: '-5d@09:00',
      by: 'supaporn',
      content: 'บทนี้ว่าด้วยเรื่อง “ขยะไปไหน” มีวิดีโอ 4 ตอน และแบบทดสอบสั้น 1 ชุด',
    },
    {
      title: 'ยินดีต้อนรับสู่รายวิชาออนไลน์แบบเปิด',
      posted: '-8w@09:00',
      content: 'รายวิชานี้เปิดให้ **ทุกคน** เรียนได้ ไม่จำกัดคณะ เรียนตามเวลาที่สะดวก',
    },
  ],
  contents: [
    { name: 'บทที่ 7 ขยะไปไหน', file: 'recursion-thai.pdf', uploaded: '-5d@09:00' },
    { name: 'แผนภาพระบบบำบัดน้ำ', file: 'flowchart.png', uploaded: '-9d@09:00' },
    { name: 'วิดีโอแนะนำรายวิชา', file: 'lecture-clip.mp4', uploaded: '-8w@09:00' },
    { name: 'ประมวลรายวิชา', file: 'recursion-thai.pdf', uploaded: '-8w@08:30' },
  ],
  links: [{ name: 'Engineering for Change', url: 'https://www.engineeringforchange.org/' }],
  assignments: [
    {
      key: 'problem-near-me',
      name: 'ปัญหาใกล้ตัวหนึ่งเรื่อง',
      description: 'เลือกปัญหาหนึ่งเรื่องรอบตัว เล่าว่า **ใคร** เดือดร้อน **เมื่อไร** และวัดได้อย่างไรว่าดีขึ้น',
      posted: '-10d@09:00',
      due: '+4d@23:59',
      text: 10,
      others: { share: 0.5 },
    },
    {
      key: 'quiz-chapter-6',
      name: 'แบบทดสอบบทที่ 6: ดาวเทียมดวงเล็ก',
      posted: '-2w@09:00',
      due: '-6d@23:59',
      questions: [
        { question: 'คิวบ์แซตขนาด 1U มีด้านยาวเท่าใด', score: 2, options: ['1 ซม.', '10 ซม.', '1 ม.', '10 ม.'], correct: 1 },
        {
          question: 'ดาวเทียมวงโคจรต่ำโคจรรอบโลกใช้เวลาประมาณเท่าใด',
          score: 3,
          options: ['90 นาที', '12 ชั่วโมง', '24 ชั่วโมง'],
          correct: 0,
        },
      ],
      submissions: [
        { by: 'ploy', at: '-7d@20:00', answers: [1, 0], feedback: { score: 5, show: true, at: '-1d@10:00' } },
      ],
      others: { share: 0.8, graded: 'shown' },
    },
  ],
  topics: [
    {
      title: 'สะพานที่ชอบที่สุด',
      by: 'supaporn',
      posted: '-7w@10:00',
      description: 'แนะนำสะพานที่ชอบ พร้อมเหตุผลทางวิศวกรรมหนึ่งข้อ',
      posts: [
        { by: 'pimchanok', at: '-6w@18:00', content: 'สะพานพระราม 8 เพราะมีเสาเดียว ดูเบาแต่แข็งแรง' },
        { by: 'noppadol', at: '-6w@19:00', content: 'สะพานข้ามแม่น้ำแคว เพราะมีประวัติศาสตร์' },
      ],
    },
  ],
  meetings: [
    {
      title: 'พบปะผู้เรียนออนไลน์',
      host: 'ประเสริฐ ทองสุข',
      start: '+3d@19:00',
      minutes: 60,
      posted: '-4d@09:00',
      link: 'https://meet.example/j/92100111501',
    },
  ],
  gradables: [
    { name: 'แบบทดสอบท้ายบท', score: 40, scores: { ploy: 36 }, others: true },
    { name: 'โครงงานกลุ่ม', score: 60 },
  ],
}
