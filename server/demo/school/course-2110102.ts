import type { CourseData } from './types.ts'

/** Half made by Arthit and Mali: nobody is on it yet, and most of it is a draft or waits for its time. */
export const dataStructures: CourseData = {
  code: '2110102',
  name: 'Data Structures and Algorithms',
  short: 'Data Structures',
  semestersAgo: 0,
  objectives: [
    'Choose a list, a tree, a heap or a table by what a program does with it',
    'Tell how long an algorithm takes before running it',
  ],
  contact: { team: 'https://team.example/2110102' },
  instructors: [['arthit', 'Asst. Prof. Dr.']],
  assistants: ['mali'],
  students: [],
  classes: {
    days: [{ weekday: 'wed', from: '09:00', to: '12:00', location: 'Room 4-201', kind: 'Lecture' }],
    weeks: [1, 8],
    subjects: ['Lists', 'Stacks and queues', 'Trees', 'Heaps', 'Hash tables', 'Graphs', 'Sorting', 'Review'],
  },
  announcements: [
    {
      title: 'Welcome to Data Structures',
      posted: '-2d@10:00',
      publish: '+5d@08:00',
      content: 'The first lecture is on **Wednesday at 9:00** in Room 4-201. Bring a laptop and paper.',
    },
    {
      title: 'Teams for the project',
      posted: '-1d@15:00',
      publish: null,
      content: 'Teams of three, made by you until the third week.\n\n- [ ] say which rooms are free',
    },
  ],
  contents: [
    { name: 'Course outline', file: 'syllabus.pdf', description: 'What we do in each week.', uploaded: '-3d@11:00' },
    {
      name: 'Week 1: Lists',
      uploaded: '-2d@13:00',
      publish: '+6d@07:00',
      folder: [
        { name: 'Call stack', file: 'call-stack.webp', uploaded: '-2d@13:05', publish: '+6d@07:00' },
        { name: 'Starter', file: 'starter.py', uploaded: '-2d@13:06', publish: '+6d@07:00' },
      ],
    },
    {
      name: 'Week 2: Stacks and queues',
      uploaded: '-1d@16:00',
      publish: null,
      folder: [{ name: 'Flowchart', file: 'flowchart.png', uploaded: '-1d@16:05', publish: null }],
    },
  ],
  links: [{ name: 'Visualising data structures', url: 'https://visualgo.net/' }],
}
