import { studentNames } from './people.ts'
import type { CourseData } from './types.ts'

/** Has four instructors. */
export const physicsLaboratory: CourseData = {
  code: '2304183',
  name: 'General Physics Laboratory I',
  short: 'Physics Lab I',
  semestersAgo: 0,
  objectives: [
    'Measure, and say how well you measured',
    'Keep a laboratory book that another person can repeat the experiment from',
    'ทำงานในห้องปฏิบัติการอย่างปลอดภัย',
  ],
  contact: { team: 'https://team.example/2304183' },
  instructors: [
    ['helen', 'Prof. Dr.'],
    ['daranee', 'Asst. Prof. Dr.'],
    ['olumide', 'Dr.'],
    ['supaporn', 'ผศ. ดร.'],
  ],
  assistants: ['jintana'],
  students: ['ploy', ...studentNames.filter((_, i) => i % 5 < 2)],
  classes: {
    days: [
      { weekday: 'wed', from: '15:00', to: '16:00', location: 'Physics 1, Room 101', kind: 'Briefing' },
      { weekday: 'thu', from: '13:00', to: '16:00', location: 'Laboratory 2B', kind: 'Laboratory' },
    ],
    weeks: [-8, 6],
    subjects: [
      'Errors',
      'Vernier and micrometer',
      'Pendulum',
      'Pendulum',
      'Free fall',
      'Free fall',
      'Springs',
      'Springs',
    ],
  },
  announcements: [
    {
      title: 'Closed shoes, always',
      posted: '-2d@16:00',
      by: 'daranee',
      content: 'Three people had to be sent home last Thursday. **Sandals stay outside.**',
    },
    {
      title: 'Groups for the second half',
      posted: '-11d@09:00',
      by: 'olumide',
      content: 'You find your bench in *Group*. If you are in none, come fifteen minutes early.',
    },
  ],
  contents: [
    { name: 'Experiment 5: the spring', file: 'lab-sheet.pdf', uploaded: '-4d@09:00' },
    { name: 'Table for your measurements', file: 'shop-budget.xlsx', uploaded: '-4d@09:05' },
    { name: 'คำแนะนำด้านความปลอดภัย', file: 'recursion-thai.pdf', uploaded: '-8w@09:00' },
    { name: 'The old laboratory', file: 'laboratory.jpg', uploaded: '-8w@09:30' },
  ],
  assignments: [
    {
      key: 'report-5',
      name: 'Report 5: The spring',
      description: 'Two pages at most. Graph, fit, error, conclusion.',
      posted: '-4d@09:00',
      due: '+10d@16:00',
      grouping: 'benches',
      files: { score: 20, slots: ['Report (PDF)', 'Your table'] },
    },
    {
      key: 'report-4',
      name: 'Report 4: Free fall',
      posted: '-3w@09:00',
      due: '-6d@16:00',
      grouping: 'benches',
      text: 20,
      submissions: [
        {
          by: 'ploy',
          at: '-7d@13:20',
          text: 'We found g = 9.77 ± 0.04 m/s². The value of the book, 9.78, is within the error.',
          feedback: {
            score: 17,
            grade: 'B+',
            comment: 'Good statistics. Label the axes of figure 2.',
            show: true,
            at: '-22h',
          },
        },
      ],
    },
  ],
  groupings: [
    {
      key: 'benches',
      name: 'Benches',
      groups: [
        { name: 'Bench A', description: 'ชั่ง ตวง วัด', members: ['ploy', 'ananya', 'boon'] },
        { name: 'Bench B', members: ['apichat', 'chalida'] },
      ],
    },
  ],
  gradables: [
    { name: 'Reports 1 to 4', score: 80, scores: { ploy: 66.5 }, others: true },
    { name: 'Practical examination', score: 20, scores: { ploy: null } },
  ],
}
