import { course2110101 } from './2110101/course.ts'
import { engineeringWorld } from './course-2100111.ts'
import { dataStructures } from './course-2110102.ts'
import { distributedSystems } from './course-2110413.ts'
import { calculus } from './course-2301117.ts'
import { physicsLaboratory } from './course-2304183.ts'
import { earlierCourses } from './courses-earlier.ts'
import { studentNames } from './people.ts'
import type { CourseData } from './types.ts'

/** Ploy has joined it and nothing has happened in it yet. */
const orientation: CourseData = {
  code: '2110000',
  name: 'Engineering Orientation',
  short: 'Orientation',
  semestersAgo: 0,
  objectives: [],
  instructors: [],
  students: ['ploy'],
}

/** Ploy can join it with its password. */
const humaneSoftware: CourseData = {
  code: '2110999',
  name: 'Special Topics in Humane Software',
  short: 'Humane Software',
  img: 'course-rain.webp',
  semestersAgo: 0,
  objectives: [
    'Watch people use software and write down what they do, not what they say',
    'Make a small program kinder: faster, calmer and harder to lose work in',
    'Argue for a change with evidence',
  ],
  contact: { team: 'https://team.example/2110999' },
  password: 'raintree',
  lateRule: { kind: 'percent', percent: 10, floor: 50 },
  instructors: [['arthit', 'Asst. Prof. Dr.']],
  students: studentNames.filter((_, i) => i % 4 === 1),
  classes: {
    days: [{ weekday: 'fri', from: '13:00', to: '16:00', location: 'Room 3-315', kind: 'Seminar' }],
    weeks: [-8, 6],
    subjects: ['What software does to a day', 'Interviews', 'Waiting', 'Undo', 'Words', 'Colour and light', 'Defaults'],
  },
  announcements: [
    {
      title: 'The course is open to everyone',
      posted: '-3d@10:00',
      content:
        'There are places left. Join with the password that hangs at the door of the department office, and come on Friday: you have missed nothing that you cannot read.',
    },
    {
      title: 'Bring something that annoys you',
      posted: '-10d@10:00',
      content: 'A form, a kettle, a door. Five minutes each.',
    },
  ],
  contents: [
    { name: 'Reading list', file: 'reading-list.txt', description: 'Six short texts.', uploaded: '-7w' },
    { name: 'How we sketch a flow', file: 'flowchart.png', uploaded: '-3w' },
    { name: 'Questions for the interview', file: 'reading-list.txt', uploaded: '-1d@16:00', publish: '+4d@09:00' },
    {
      name: 'Defaults',
      description: 'The last two weeks, not ready yet.',
      uploaded: '-1d@17:00',
      publish: null,
      folder: [{ name: 'A form that asks less', file: 'flowchart.png', uploaded: '-1d@17:05', publish: null }],
    },
  ],
  links: [{ name: 'Web Content Accessibility Guidelines', url: 'https://www.w3.org/TR/WCAG22/' }],
  groupings: [
    {
      key: 'interviews',
      name: 'Interview teams',
      sizes: [2, 3],
      groups: [
        { name: 'Group 1', members: studentNames.filter((_, i) => i % 4 === 1).slice(0, 3) },
        { name: 'Group 2', members: studentNames.filter((_, i) => i % 4 === 1).slice(3, 5) },
      ],
    },
  ],
  meetings: [
    {
      title: 'Show your sketches',
      host: 'Arthit Suwannarat',
      start: '+9d@19:00',
      minutes: 60,
      posted: '-1d@17:10',
      publish: '+4d@09:00',
      link: 'https://meet.example/j/92110999501',
    },
    {
      title: 'A guest who designs forms',
      host: 'Arthit Suwannarat',
      start: '+16d@19:00',
      minutes: 90,
      posted: '-1d@17:15',
      publish: null,
      link: '',
    },
  ],
  assignments: [
    {
      key: 'diary',
      name: 'A week of small annoyances',
      description:
        'Each day one thing that software made harder than it had to be: what you wanted, what happened, what you did instead.',
      posted: '-12d@10:00',
      due: '+6d@23:59',
      text: 10,
      others: { share: 0.4 },
    },
    {
      key: 'interview',
      name: 'Notes of an interview',
      description: 'What the person *did*, in their order, without what you think of it. One page.',
      posted: '-20d@10:00',
      due: '-6d@23:59',
      text: 10,
      others: { share: 1, graded: 'partly', late: 0.4 },
      rubric: [
        { title: 'Says what was meant, not what was done', points: -3 },
        { title: 'The order is lost', points: -2 },
        { title: 'A question that suggests its answer', points: -1 },
      ],
    },
  ],
  gradables: [
    { name: 'Notes of an interview', score: 10, assignment: 'interview' },
    { name: 'Talking in class', score: 5, others: true },
  ],
}

export const courses: CourseData[] = [
  course2110101,
  orientation,
  humaneSoftware,
  dataStructures,
  engineeringWorld,
  distributedSystems,
  calculus,
  physicsLaboratory,
  ...earlierCourses,
]
