import { studentNames } from './people.ts'
import type { AssignmentData, CourseData } from './types.ts'

/** Courses of the three semesters before this one: finished, graded, and quiet. */

const share = (of: number, which: number) => ['ploy', ...studentNames.filter((_, i) => i % of === which)]

const graded = (key: string, name: string, description: string, score: number, text: string): AssignmentData => ({
  key,
  name,
  description,
  posted: '-8w@09:00',
  due: '-5w@23:59',
  text: 10,
  submissions: [{ by: 'ploy', at: '-36d@20:00', text, feedback: { score, show: true, at: '-30d@10:00' } }],
  others: { share: 0.9, graded: 'shown' },
})

const programmingMethods: CourseData = {
  code: '2110215',
  name: 'Programming Methodology',
  short: 'Prog Meth',
  img: 'course-canopy.webp',
  semestersAgo: 1,
  objectives: ['Design with objects, and know when not to', 'Work on one program with four people'],
  instructors: [
    ['arthit', 'Asst. Prof. Dr.'],
    ['kenji', 'Assoc. Prof. Dr.'],
  ],
  assistants: ['krit'],
  students: share(3, 2),
  classes: {
    days: [
      { weekday: 'mon', from: '10:00', to: '12:00', location: 'Room 3-202' },
      { weekday: 'thu', from: '10:00', to: '12:00', location: 'Room 3-202' },
    ],
    weeks: [-6, 0],
    subjects: ['Objects', 'Interfaces', 'Exceptions', 'Generics', 'Threads', 'Windows'],
  },
  announcements: [
    {
      title: 'Thank you, and have a good break',
      posted: '-1d@16:00',
      content: 'Your games were a joy. Grades are out.',
    },
    { title: 'Presentation order', posted: '-10d@09:00', content: 'By the name of the group, from Z to A this time.' },
  ],
  contents: [
    { name: 'Style guide', file: 'lab-sheet.pdf', uploaded: '-6w@09:00' },
    { name: 'Game skeleton', file: 'starter.py', uploaded: '-4w@09:00' },
  ],
  assignments: [
    graded('game', 'A small game', 'Rules, screenshots, what you would do next.', 9, 'Frogger, but in the monsoon.'),
  ],
  gradables: [
    { name: 'Game', score: 60, scores: { ploy: 54 }, others: true },
    { name: 'Examination', score: 40, scores: { ploy: 31 }, others: true },
    { name: 'Final Grade', score: 100, final: true, scores: { ploy: 85 }, others: true },
  ],
}

const physics: CourseData = {
  code: '2304104',
  name: 'General Physics II',
  short: 'Physics II',
  semestersAgo: 2,
  objectives: ['Fields, waves and light', 'Estimate before computing'],
  instructors: [['helen', 'Prof. Dr.']],
  students: share(2, 1),
  classes: {
    days: [
      { weekday: 'tue', from: '08:00', to: '09:30', location: 'Physics 1, Room 101' },
      { weekday: 'fri', from: '08:00', to: '09:30', location: 'Physics 1, Room 101' },
    ],
    weeks: [-14, 0],
    subjects: ['Charge', 'Field', 'Potential', 'Capacitors', 'Currents', 'Circuits', 'Magnets', 'Induction', 'Waves'],
  },
  announcements: [
    {
      title: 'Final examination',
      posted: '-9d@09:00',
      content: 'Hall 2, 9 o’clock. One sheet of formulas is provided.',
    },
  ],
  contents: [
    { name: 'Formulas', file: 'lab-sheet.pdf', uploaded: '-10w@09:00' },
    { name: 'Interference', file: 'lecture-clip.webm', uploaded: '-4w@09:00' },
  ],
  assignments: [graded('estimate', 'Estimates', 'How many piano tuners does Bangkok need?', 6.5, 'About forty.')],
  gradables: [{ name: 'Examination', score: 100, scores: { ploy: 72 }, others: true }],
}

const materials: CourseData = {
  code: '2109101',
  name: 'วัสดุวิศวกรรม (Engineering Materials)',
  short: 'วัสดุวิศวกรรม',
  img: 'course-rain.webp',
  semestersAgo: 2,
  objectives: ['อธิบายโครงสร้างของโลหะ เซรามิก และพอลิเมอร์', 'เลือกวัสดุให้เหมาะกับงาน'],
  instructors: [
    ['prasert', 'รศ. ดร.'],
    ['arthit', 'ผศ. ดร.'],
  ],
  students: share(3, 0),
  classes: {
    days: [
      { weekday: 'wed', from: '13:00', to: '14:30', location: 'ตึก 4 ห้อง 301', kind: 'บรรยาย' },
      { weekday: 'thu', from: '13:00', to: '14:30', location: 'ตึก 4 ห้อง 301', kind: 'บรรยาย' },
    ],
    weeks: [-14, 0],
    subjects: ['อะตอมและพันธะ', 'ผลึก', 'ความเค้นและความเครียด', 'แผนภาพเฟส', 'เหล็กกล้า', 'การกัดกร่อน'],
  },
  announcements: [
    { title: 'ประกาศคะแนนสอบปลายภาค', posted: '-2d@09:00', content: 'ดูคะแนนได้ที่หน้า **Grade** หากสงสัยติดต่อภายใน 7 วัน' },
  ],
  contents: [{ name: 'สรุปบทเรียน', file: 'recursion-thai.pdf', uploaded: '-6w@09:00' }],
  assignments: [graded('corrosion', 'สนิมรอบตัว', 'ถ่ายภาพสนิมหนึ่งแห่ง แล้วอธิบายสาเหตุ', 8.5, 'ราวบันไดหลังฝนตก น้ำขังตรงรอยเชื่อม')],
  gradables: [{ name: 'สอบปลายภาค', score: 100, scores: { ploy: 81 }, others: true }],
}

const chemistry: CourseData = {
  code: '2302127',
  name: 'General Chemistry',
  short: 'Gen Chem',
  img: 'course-orbit.webp',
  semestersAgo: 3,
  objectives: ['Balance what reacts', 'Know why ice floats'],
  instructors: [['daranee', 'Asst. Prof. Dr.']],
  assistants: ['jintana'],
  students: share(2, 0),
  classes: {
    days: [
      { weekday: 'mon', from: '09:30', to: '11:00', location: 'Chemistry 2, Room 229' },
      { weekday: 'wed', from: '09:30', to: '11:00', location: 'Chemistry 2, Room 229' },
    ],
    weeks: [-13, 0],
    subjects: ['Moles', 'Orbitals', 'Bonds', 'Gases', 'Liquids', 'Equilibrium', 'Acids', 'Rates'],
  },
  announcements: [
    { title: 'Return your goggles', posted: '-3d@09:00', content: 'To the store room, with both straps.' },
  ],
  contents: [{ name: 'Periodic table', file: 'shop-budget.xlsx', uploaded: '-12w@09:00' }],
  assignments: [
    graded(
      'ice',
      'Why does ice float?',
      'Half a page.',
      10,
      'Its hydrogen bonds keep the molecules further apart than in water.',
    ),
  ],
  gradables: [{ name: 'Examination', score: 100, scores: { ploy: 77.5 }, others: true }],
}

const english: CourseData = {
  code: '5500112',
  name: 'Experiential English II',
  short: 'Exp Eng II',
  semestersAgo: 3,
  objectives: ['Speak for five minutes without notes', 'Write an email that is answered'],
  instructors: [['helen', 'Prof. Dr.']],
  students: share(4, 3),
  classes: {
    days: [
      { weekday: 'tue', from: '15:00', to: '16:30', location: 'Language Institute 404', kind: 'Class' },
      { weekday: 'fri', from: '15:00', to: '16:30', location: 'Language Institute 404', kind: 'Class' },
    ],
    weeks: [-13, 0],
    subjects: ['Introductions', 'Describing a process', 'Asking for help', 'Disagreeing kindly', 'Talks'],
  },
  announcements: [
    {
      title: 'Talks are graded',
      posted: '-4d@09:00',
      content: 'You were **brave**. Read the comments before the number.',
    },
  ],
  contents: [{ name: 'Phrases that help', file: 'reading-list.txt', uploaded: '-11w@09:00' }],
  assignments: [
    graded(
      'talk',
      'Outline of your talk',
      'Three points, one picture.',
      8,
      'Why the rain smells: leaves, soil, ozone.',
    ),
  ],
  gradables: [{ name: 'Talk', score: 50, scores: { ploy: 43 }, others: true }],
}

export const earlierCourses: CourseData[] = [programmingMethods, physics, materials, chemistry, english]
