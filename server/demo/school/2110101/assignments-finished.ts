import type { AssignmentData } from '../types.ts'

/** Assignments that ploy has handed in, graded in every way. */
export const finished: AssignmentData[] = [
  {
    key: 'lab-1',
    name: 'Lab 1: Hello, world',
    description: 'Write a program that greets a person by name, and hand it in.',
    posted: '-9w@10:00',
    due: '-8w@23:59',
    text: 4,
    files: { score: 6, slots: ['hello.py'] },
    submissions: [
      {
        by: 'ploy',
        at: '-57d@20:15',
        text: 'It asks for the name and greets. An empty name is greeted as “friend”.',
        files: ['starter.py'],
        feedback: {
          score: 9.5,
          comment: 'Lovely, and you thought of the *empty* name. Keep doing that.',
          show: true,
          asked: [
            {
              about: 'textbox',
              at: '-54d@18:00',
              text: 'Is it the word “friend” that cost half a point?',
              answer: { at: '-53d@10:20', text: 'It is. A program that talks to strangers should not presume.' },
            },
          ],
        },
      },
      {
        by: 'nat',
        at: '-57d@22:58',
        text: 'ทักทายด้วยชื่อเล่น',
        files: ['starter.py'],
        feedback: { score: 8, show: true },
      },
    ],
  },
  {
    key: 'lab-2',
    name: 'Lab 2: Change for a taxi',
    description: 'Fewest coins and notes for any amount below 1,000 baht.',
    posted: '-8w@10:00',
    due: '-7w@23:59',
    text: 10,
    submissions: [
      {
        by: 'ploy',
        at: '-50d@21:30',
        text: 'I take the largest note that fits, again and again. It works because each note is a multiple of the one before.',
        feedback: { score: 7.5, show: true },
      },
    ],
    others: { share: 0.9, graded: 'shown' },
  },
  {
    key: 'lab-3',
    name: 'Lab 3: ตารางสูตรคูณ (Multiplication tables)',
    description: 'พิมพ์ตารางสูตรคูณแม่ 2 ถึงแม่ 12 ให้ตัวเลขตรงแนวทุกบรรทัด',
    posted: '-7w@10:00',
    due: '-6w@23:59',
    text: 10,
    submissions: [
      {
        by: 'ploy',
        at: '-43d@23:40',
        text: 'ใช้ลูปซ้อนกันสองชั้น และใช้ f-string กำหนดความกว้าง 4 ช่อง',
        feedback: {
          score: 6.5,
          comment: 'ตัวเลขตรงแนวดีมาก แต่ **แม่ 12 หายไป** ลองดูค่าสุดท้ายของ `range` อีกครั้ง',
          show: true,
        },
      },
    ],
    others: { share: 0.85, graded: 'shown' },
  },
  {
    key: 'quiz-1',
    name: 'Quiz 1: Names, values, text',
    posted: '-6w 2d@09:00',
    due: '-6w 1d@12:00',
    questions: [
      { question: "What does `'7' + '3'` give?", score: 2, options: ['10', "'10'", "'73'", 'An error'], correct: 2 },
      { question: "What does `'rain'[-1]` give?", score: 2, options: ["'r'", "'n'", "'i'", 'An error'], correct: 1 },
      { question: 'What is the difference between `=` and `==`?', score: 6 },
    ],
    submissions: [
      {
        by: 'ploy',
        at: '-43d@11:20',
        answers: [2, 3, 'One gives a name to a value, the other asks.'],
        feedback: {
          score: 5.5,
          comment: 'What does `==` *ask*? One more sentence and it is a full answer.',
          show: true,
        },
      },
    ],
    others: { share: 0.95, graded: 'shown' },
  },
  {
    key: 'quiz-2',
    name: 'Quiz 2: Functions and lists',
    description: 'Closed book.',
    posted: '-9d@09:00',
    due: '-8d@12:00',
    questions: [
      {
        question: 'A function without `return` gives',
        score: 2,
        options: ['0', 'an empty text', '`None`', 'its last value'],
        correct: 2,
      },
      {
        question: 'After `a = [1, 2]` and `b = a` and `b.append(3)`, what is `a`?',
        score: 3,
        options: ['`[1, 2]`', '`[1, 2, 3]`', '`[3]`', 'An error'],
        correct: 1,
      },
      { question: 'Why is a list as a default argument a trap?', score: 5 },
    ],
    submissions: [
      {
        by: 'ploy',
        at: '-8d@11:55',
        answers: [2, 0, 'I do not know.'],
        feedback: {
          score: 4,
          comment:
            'You are *not* alone: two thirds fell into this trap. Come on Wednesday, we draw it on the board.\n\n- `b = a` copies the name, not the list\n- the default is made **once**',
          show: true,
          at: '-6d@11:00',
          asked: [
            {
              about: 1,
              at: '-5d@20:10',
              text: 'I only appended to b. Why is my answer about a not right?',
              answer: {
                at: '-4d@09:30',
                text: 'Both names are of one list, so a sees what b appends: print them both and look. The points stay. It was the right question to ask.',
              },
            },
            { about: 2, at: '-1d@21:15', text: 'I wrote that I do not know, and now I do. May I still say it?' },
          ],
        },
      },
    ],
    others: { share: 0.95, graded: 'shown' },
  },
  {
    key: 'lab-4',
    name: 'Lab 4: Word counts',
    description: 'Count the words of a text of your choice.',
    posted: '-3w@10:00',
    due: '-9d@23:59',
    text: 10,
    submissions: [
      {
        by: 'ploy',
        at: '-10d@19:45',
        text: 'The ten most frequent words of the national anthem, with a dictionary.',
        feedback: { score: 8.5, comment: 'Not released yet: we are still grading the others.', show: false },
      },
    ],
    others: { share: 0.9, graded: 'hidden' },
    release: '+4d@09:00',
  },
  {
    key: 'lab-5',
    name: 'Lab 5: A year of temperatures',
    description: 'Read the file from *Content* and draw what you find.',
    posted: '-2w@10:00',
    due: '-3d@23:59',
    text: 4,
    files: { score: 6, slots: ['Your program (.py)', 'The picture it draws'] },
    submissions: [
      {
        by: 'ploy',
        at: '-4d@22:10',
        text: 'April is the hottest month; the picture shows the monthly means.',
        files: ['starter.py', 'flowchart.png'],
      },
      {
        ...{ by: 'nat', at: '-4d@23:50', text: 'กราฟเส้น อุณหภูมิรายวัน', files: ['starter.py', 'call-stack.webp'] },
        marks: [
          {
            ...{ field: 'textbox', kind: 'highlight', colour: 'soon', shape: { from: [1, 0], to: [1, 8] } },
            comment: 'เพราะอะไรจึงเลือกกราฟเส้น',
          },
        ],
      },
    ],
  },
  {
    key: 'reading-2',
    name: 'Reading: A letter on naming things',
    posted: '-12d@08:00',
    due: '-5d@12:00',
    text: 5,
    submissions: [
      {
        by: 'ploy',
        at: '-4d@08:30',
        text: 'I am sorry that this is late: I was ill. A name should say what a thing is for, not how it is made.',
      },
    ],
    others: { share: 0.8 },
  },
  {
    key: 'reading-1',
    name: 'Reading: What is a computer?',
    posted: '-8w@08:00',
    due: '-7w@12:00',
    text: 5,
    submissions: [
      {
        by: 'ploy',
        at: '-51d@18:00',
        text: 'A machine that follows instructions, also wrong ones.',
        feedback: { score: null, comment: 'This one is not scored. I enjoyed your last sentence.', show: true },
      },
    ],
    others: { share: 0.8 },
  },
  {
    key: 'team-contract',
    name: 'Team contract',
    description: 'When do you meet, who keeps the notes, and what happens if somebody disappears?',
    posted: '-4w@10:00',
    due: '-16d@23:59',
    grouping: 'project',
    text: 5,
    submissions: [
      {
        by: 'boon',
        at: '-18d@17:25',
        text: 'We meet on Mondays at four under the raintree. Gita keeps the notes. Who disappears, brings cake.',
        feedback: { score: 5, comment: 'The cake clause is binding.', show: true, at: '-12d@09:00' },
      },
      {
        by: 'nat',
        at: '-17d@12:00',
        text: 'เจอกันทุกวันพุธหลังเรียน ฟ้าเป็นคนจดบันทึก',
        feedback: { score: 4, show: true, at: '-12d@09:10' },
      },
      { by: 'samira', at: '-16d@23:41', text: 'We will see each other in the laboratory.' },
    ],
  },
  {
    key: 'bonus-typing',
    name: 'Bonus: type this without looking',
    posted: '-5w@08:00',
    due: '-4w@23:59',
    text: 10,
    submissions: [
      {
        by: 'ploy',
        at: '-30d@23:10',
        text: 'teh quikc borwn fox',
        feedback: { score: 0, comment: 'You looked. :)', show: true },
      },
    ],
    others: { share: 0.3, graded: 'shown' },
  },
]
