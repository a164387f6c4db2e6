import type { CourseData, QuestionData } from './types.ts'

const order = (question: string, accepted: string[]): QuestionData => ({
  ...{ question, accepted, score: 1, set: 'Running times', tags: ['running time'] },
})

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
  holidays: [{ name: 'Sports day of the university', week: 3, weekday: 'mon' }],
  groupings: [{ key: 'projects', name: 'Project teams', groups: [], draft: true }],
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
  assignments: [
    {
      key: 'stacks',
      name: 'Quiz 1: Stacks and queues',
      description: 'Fifteen minutes, twice if you like; the better one counts. Trace on paper.',
      posted: '-1d@17:00',
      publish: '+13d@09:00',
      due: '+20d@18:00',
      attempts: 2,
      counts: 'best',
      minutes: 15,
      sets: [{ name: 'Running times', draw: 2, score: 1 }],
      questions: [
        {
          ...{ question: 'Which of these is *last in, first out*?', score: 1, tags: ['stacks'] },
          ...{ options: ['A queue', 'A stack', 'A heap'], correct: 1 },
        },
        {
          question: 'Which operations take $O(1)$ in a queue kept in a ring?',
          ...{ score: 2, credit: 'parts', tags: ['queues', 'running time'] },
          ...{ several: ['enqueue', 'dequeue', 'front'], others: ['search', 'sort'] },
          explanation: 'The ring keeps where it begins and how much is in it; nothing is moved.',
        },
        {
          question: 'What is left on the stack, from the bottom, after `push 1, push 2, pop, push 3`? Put it in order.',
          ...{ score: 2, order: ['1', '3', '(the top)'], tags: ['stacks'] },
        },
        {
          ...{
            question: 'Match each structure with what it is good for.',
            score: 3,
            credit: 'parts',
            tags: ['choosing'],
          },
          pairs: [
            ['Stack', 'Undo'],
            ['Queue', 'A printer'],
            ['Deque', 'A sliding window'],
          ],
          others: ['A dictionary'],
        },
        {
          ...{ question: 'How many elements has a ring of 8 places when `first` is 6 and `end` is 2?', score: 1 },
          ...{ value: '4', tags: ['queues'] },
        },
        order('Searching a linked list of $n$ elements takes…', ['O(n)', 'linear', 'n']),
        order('Pushing onto a stack takes…', ['O(1)', 'constant', '1']),
        order('Reversing a queue with a stack takes…', ['O(n)', 'linear', 'n']),
      ],
    },
    {
      key: 'lists',
      name: 'Homework 1: A list of your own',
      description:
        'Write a linked list with `insert`, `remove` and `find`, and say how long each takes.\n\n- [ ] examples',
      posted: '-1d@17:30',
      publish: null,
      due: null,
      text: 4,
      files: { score: 6, slots: ['Your program', 'Its tests'], kinds: ['py', 'java', 'c', 'cpp'] },
    },
  ],
}
