import { studentNames } from './people.ts'
import type { CourseData } from './types.ts'

/** Has the longest name, and a grouping without groups. */
export const distributedSystems: CourseData = {
  code: '2110413',
  name: 'Introduction to the Theory, Design, Implementation, Verification and Long-Term Maintenance of Reliable Distributed Computer Systems for Engineers and Scientists',
  short: 'Reliable Distributed Systems',
  semestersAgo: 0,
  objectives: [
    'Say what can fail in a system of many computers, and what then remains true',
    'Implement replication and test it by breaking things on purpose',
    'Read a paper critically and explain it to others in ten minutes',
  ],
  contact: { team: 'https://team.example/2110413', echo: 'https://capture.example/section/2110413' },
  instructors: [
    ['kenji', 'Assoc. Prof. Dr.'],
    ['arthit', 'Asst. Prof. Dr.'],
  ],
  assistants: ['mali'],
  students: ['ploy', ...studentNames.filter((_, i) => i % 3 === 1)],
  classes: {
    days: [
      { weekday: 'mon', from: '09:30', to: '11:00', location: 'Room 4-112' },
      { weekday: 'wed', from: '09:30', to: '11:00', location: 'Room 4-112' },
    ],
    weeks: [-8, 6],
    now: { name: 'Tutorial of the day', location: 'Room 4-115' },
    subjects: ['Two generals', 'Clocks', 'Logs', 'Leaders', 'Quorums', 'Partitions', 'Leases', 'Snapshots', 'Sharding'],
  },
  announcements: [
    {
      title: 'The test cluster restarts tonight',
      posted: '-1d@12:00',
      by: 'mali',
      content: 'Between 22:00 and 23:00. Your *data* survive; your *processes* do not. See it as homework.',
    },
    {
      title: 'Papers for the second half',
      posted: '-6d@09:00',
      content:
        '1. Lamport, *Time, Clocks, and the Ordering of Events*\n2. Ongaro and Ousterhout, *In Search of an Understandable Consensus Algorithm*\n3. DeCandia et al., *Dynamo*',
    },
    {
      title: 'No class on the day of the ceremony',
      posted: '-4w@09:00',
      content: 'We continue on Wednesday with quorums.',
    },
  ],
  contents: [
    { name: 'How to read a paper', file: 'reading-list.txt', uploaded: '-8w@09:00' },
    {
      name: 'Message flow of an election',
      file: 'flowchart.png',
      description: 'Follow the dashed line when the leader is gone.',
      uploaded: '-3w@09:00',
    },
    {
      name: 'Measurements',
      uploaded: '-2w@09:00',
      folder: [
        { name: 'Latencies.csv', file: 'temperatures.csv', uploaded: '-2w@09:10' },
        { name: 'Latencies.xlsx', file: 'shop-budget.xlsx', uploaded: '-2w@09:11' },
      ],
    },
    { name: 'Lecture 9 Sharding', file: 'lecture-recursion.pdf', uploaded: '-2d@13:00' },
  ],
  playlists: [{ id: 'PLrw6a1wE39_tb2fErI4-WkMbsvGQk9_UB', title: 'Distributed Systems', channel: 'MIT 6.824' }],
  assignments: [
    {
      key: 'lab-log',
      name: 'Lab 2: A log that survives',
      description: 'Your log must hold after `kill -9` at *any* moment. We will try.',
      posted: '-12d@09:00',
      due: '+2d@23:59',
      text: 5,
      files: { score: 15, slots: ['Source', 'Report (PDF)'] },
    },
    {
      key: 'paper-1',
      name: 'Paper summary 1: Time, clocks',
      posted: '-3w@09:00',
      due: '-9d@23:59',
      text: 10,
      submissions: [
        {
          by: 'ploy',
          at: '-10d@16:00',
          text: 'Events are only partly ordered. A clock that respects “happened before” can be a counter, no time needed.',
          feedback: {
            score: 9,
            comment: 'Concise. The sentence about the counter is the heart of it.',
            show: true,
            at: '-3d@15:00',
          },
        },
      ],
      others: { share: 0.9, graded: 'shown' },
    },
  ],
  groupings: [{ key: 'reading', name: 'Reading circles', groups: [] }],
  topics: [
    {
      title: 'Exactly once: does it exist?',
      by: 'kenji',
      posted: '-3w@11:00',
      posts: [
        {
          by: 'zhiwei',
          at: '-3w@20:00',
          content: 'Delivery: no. Effect: yes, if the receiver remembers what it has seen.',
        },
        { by: 'ploy', at: '-20d@21:00', content: 'So the question is how long it must remember.' },
      ],
    },
  ],
  meetings: [
    {
      title: 'Paper discussion',
      host: 'Kenji Morikawa',
      start: '-5d@18:00',
      posted: '-8d@09:00',
      link: 'https://meet.example/j/92110413501',
      recording: { show: true, password: 'quorum', video: 'lecture-clip.mp4', expire: '+5w@23:59' },
    },
  ],
  gradables: [
    { name: 'Lab 1', score: 20, scores: { ploy: 18 }, others: true },
    { name: 'Paper summaries', score: 30, scores: { ploy: 9 }, others: true },
    { name: 'Examination', score: 50, scores: { ploy: null } },
  ],
}
