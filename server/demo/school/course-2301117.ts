import { allKinds } from './all-kinds.ts'
import { studentNames } from './people.ts'
import type { CourseData } from './types.ts'

export const calculus: CourseData = {
  code: '2301117',
  name: 'Calculus I',
  short: 'Calculus I',
  img: 'course-wave.webp',
  semestersAgo: 0,
  objectives: [
    'Compute limits, derivatives and integrals of elementary functions',
    'Explain what a derivative means in a problem of physics or economics',
    'Write a proof of a few lines that others can follow',
  ],
  contact: { facebook: 'https://social.example/groups/2301117' },
  instructors: [['wichai', 'Assoc. Prof. Dr.']],
  assistants: ['krit'],
  students: ['ploy', ...studentNames.filter((_, i) => i % 2 === 0)],
  classes: {
    days: [
      { weekday: 'tue', from: '13:00', to: '14:30', location: 'Science Hall 208' },
      { weekday: 'fri', from: '09:00', to: '10:30', location: 'Science Hall 208' },
    ],
    weeks: [-9, 5],
    subjects: ['Functions', 'Limits', 'Continuity', 'Derivatives', 'Rules', 'Chains', 'Extrema', 'Curves', 'Integrals'],
  },
  announcements: [
    {
      title: 'Quiz on substitution on Friday',
      posted: '-8h',
      content:
        "Ten minutes at the beginning of the class. Sections 5.1 to 5.3. Remember that $\\int f(g(x))\\,g'(x)\\,dx = \\int f(u)\\,du$.",
    },
    {
      title: 'Tutorials move to Room 5-110',
      posted: '-7d@15:00',
      content: 'From next week on. There are more chairs, and a coffee machine.',
    },
    { title: 'Midterm results', posted: '-16d@09:00', content: 'They are in *Grade*. The median was 61 of 100.' },
  ],
  contents: [
    { name: 'Problem sheet 9', file: 'lab-sheet.pdf', uploaded: '-1d@08:00' },
    { name: 'Problem sheet 8', file: 'lab-sheet.pdf', uploaded: '-8d@08:00' },
    { name: 'Problem sheet 7', file: 'lab-sheet.pdf', uploaded: '-15d@08:00', updated: '-13d@08:00' },
    { name: 'Syllabus', file: 'syllabus.pdf', uploaded: '-9w@08:00' },
  ],
  links: [
    { name: 'GeoGebra', description: 'Draw functions in the browser.', url: 'https://www.geogebra.org/calculator' },
    {
      name: 'OpenStax Calculus Volume 1',
      description: 'The book, free of charge.',
      url: 'https://openstax.org/details/books/calculus-volume-1',
    },
  ],
  playlists: [
    {
      id: 'PLZHQObOWTQDMsr9K-rj53DwVRMYO3t5Yr',
      title: 'Essence of calculus',
      channel: '3Blue1Brown',
      thumbnail: 'course-wave.webp',
    },
  ],
  assignments: [
    {
      key: 'sheet-9',
      name: 'Problem sheet 9',
      description: 'Photograph or scan your solutions, one file.',
      posted: '-1d@08:00',
      due: '+6d@18:00',
      files: { score: 20, slots: ['Solutions'] },
    },
    {
      key: 'warm-up',
      name: 'Warm-up for Friday',
      posted: '-30h',
      due: '+18h',
      questions: [
        {
          question: 'What is $\\frac{d}{dx} \\sin^2 x$?',
          score: 1,
          options: ['$2 \\sin x$', '$\\sin 2x$', '$\\cos^2 x$'],
          correct: 1,
        },
        { question: 'What is $\\int_0^1 2x \\, dx$?', score: 1, options: ['0', '½', '1', '2'], correct: 2 },
      ],
      others: { share: 0.4 },
    },
    {
      key: 'sheet-8',
      name: 'Problem sheet 8',
      posted: '-8d@08:00',
      due: '-1d@18:00',
      files: { score: 20, slots: ['Solutions'] },
      submissions: [{ by: 'ploy', at: '-2d@23:30', files: ['lab-sheet.pdf'] }],
    },
    {
      key: 'essay',
      name: 'A page on Newton and Leibniz',
      posted: '-5w@08:00',
      due: '-3w@18:00',
      text: 10,
      submissions: [
        {
          by: 'ploy',
          at: '-22d@17:59',
          text: 'Who was first is less interesting than who wrote so that others could follow.',
          feedback: { score: 7, show: true },
        },
      ],
      others: { share: 0.85, graded: 'shown' },
    },
    ...allKinds,
  ],
  topics: [
    {
      title: 'Sheet 9, problem 4',
      by: 'ananya',
      posted: '-20h',
      description: 'Does anyone else get a negative area?',
      posts: [
        {
          by: 'peem',
          at: '-18h',
          content: 'Yes: the curve is below the axis there. Split the integral at $x = 2$.',
          comments: [{ by: 'ananya', at: '-17h', content: 'Thank you, now it is 4.' }],
        },
      ],
    },
  ],
  gradables: [
    { name: 'Problem sheets', score: 30, scores: { ploy: 24 }, others: true },
    { name: 'Midterm examination', score: 100, scores: { ploy: 68 }, others: true },
    { name: 'Final examination', score: 100, scores: { ploy: null } },
  ],
}
