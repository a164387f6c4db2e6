import { studentNames } from '../people.ts'
import type { CourseData } from '../types.ts'
import { announcements } from './announcements.ts'
import { assignments, gradables } from './assignments.ts'
import { contents, links, playlists } from './contents.ts'
import { topics } from './discussions.ts'
import { groupings } from './groups.ts'
import { meetings } from './meetings.ts'

/** The course that has every feature in every state. */
export const course2110101: CourseData = {
  code: '2110101',
  name: 'Computer Programming',
  short: 'Com Prog',
  img: 'course-canopy.webp',
  semestersAgo: 0,
  objectives: [
    'Read a program and say what it does before running it',
    'Write, test and correct programs of a few hundred lines in Python',
    'Choose between lists, dictionaries and sets, and say what each choice costs',
    'Break a problem into functions, and a function into cases',
    'อธิบายโปรแกรมของตนเองให้ผู้อื่นเข้าใจได้ ทั้งด้วยวาจาและเป็นลายลักษณ์อักษร',
  ],
  contact: {
    facebook: 'https://social.example/groups/2110101',
    team: 'https://team.example/2110101',
    echo: 'https://capture.example/section/2110101',
  },
  password: 'raintree',
  instructors: [
    ['arthit', 'Asst. Prof. Dr.'],
    ['siriporn', 'Dr.'],
  ],
  assistants: ['mali', 'krit'],
  students: ['ploy', 'nat', ...studentNames],
  sections: 2,
  accommodations: [{ to: 'sasi', percent: 150, days: 2, note: 'Agreed with the office for students' }],
  classes: {
    days: [
      { weekday: 'tue', from: '09:00', to: '10:30', location: 'Building 3, Room 3-201' },
      { weekday: 'thu', from: '09:00', to: '10:30', location: 'Computer Laboratory 2' },
    ],
    weeks: [-9, 5],
    subjects: [
      'What a program is',
      'Names and values',
      'Text',
      'Choices',
      'Loops',
      'Loops in loops',
      'Functions',
      'Functions that call functions',
      'Lists',
      'Dictionaries and sets',
      'Files',
      'When things go wrong',
      'Reading other people’s programs',
      'Testing',
      'Review',
      'Midterm examination',
      'Recursion',
      'Recursion on trees',
      'Sorting',
      'Searching',
      'Objects',
      'Objects that hold objects',
      'การนับจำนวนขั้นตอน (Counting steps)',
      'Arrays of numbers',
      'Pictures are numbers',
      'Project workshop I',
      'Project workshop II',
      'Project presentations',
      'What comes next',
      'Final review',
    ],
    attendance: {
      ploy: '333233313303332331333333333333',
      nat: '323311332333333033333333333333',
    },
  },
  announcements,
  contents,
  messages: [
    {
      title: 'Your lab report',
      content: 'Your report is fine. Please bring it to the **next class**: I would like to show it to the others.',
      to: ['ananya'],
      at: '-2d',
    },
  ],
  links,
  playlists,
  assignments,
  groupings,
  topics,
  meetings,
  gradables,
}
