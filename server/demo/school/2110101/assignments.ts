import type { AssignmentData, GradableData } from '../types.ts'
import { finished } from './assignments-finished.ts'
import { hundredQuestions } from './hundred-questions.ts'

/** Assignments that are open for ploy. */
const open: AssignmentData[] = [
  {
    key: 'quiz-3',
    name: 'Quiz 3: Searching and sorting',
    description: 'Twenty minutes are enough. Use paper.',
    posted: '-2d@10:00',
    due: '+5h',
    questions: [
      {
        question: 'A sorted list has 1,000,000 entries. How many comparisons does a binary search need *at most*?',
        score: 2,
        options: ['20', '1,000', '500,000', '1,000,000'],
        correct: 0,
      },
      {
        question: 'Which of these must be sorted first?',
        score: 2,
        options: [
          'The list of a linear search',
          'The list of a binary search',
          'The keys of a dictionary',
          'None of them',
        ],
        correct: 1,
      },
      { question: 'Give an input of five numbers for which insertion sort does the most work.', score: 3 },
    ],
    others: { share: 0.35 },
  },
  {
    key: 'reading-3',
    name: 'Reading: “The Camel Has Two Humps”, and why it was withdrawn',
    description: 'Half a page. What was claimed, what was wrong, and what would convince *you*?',
    posted: '-5d@10:00',
    due: '+20h',
    text: 5,
    others: { share: 0.3 },
  },
  {
    key: 'problem-set-6',
    name: 'Problem set 6: Everything at once',
    description: `
Read the whole sheet before you begin. The data are in *Content*.

1. Write \`coldest(days)\`, which returns the coldest day.
2. Say how the running time grows when the list doubles: is it $O(n)$, $O(n \\log n)$ or $O(n^2)$?
3. Hand in your program **and** a picture of its output.

\`\`\`python
def coldest(days: list[tuple[str, float]]) -> str:
    """The name of the coldest day; the first one if there are several."""
    ...
\`\`\`
`,
    posted: '-6d@10:00',
    due: '+9d@23:59',
    text: 10,
    questions: [
      {
        question: 'What does `coldest([])` do in the program of the lecture?',
        score: 2,
        options: ['It returns `None`', 'It raises an `IndexError`', 'It returns an empty text', 'It never returns'],
        correct: 1,
      },
      {
        question: 'How many times is the body of the loop run for *n* days?',
        score: 2,
        options: ['1', 'n − 1', 'n', 'n²', '2ⁿ'],
        correct: 2,
      },
      { question: 'ถ้าเพิ่มข้อมูลเป็นสองเท่า โปรแกรมจะใช้เวลานานขึ้นกี่เท่า เพราะเหตุใด', score: 3 },
      { question: 'Which test would you write first?', score: 3 },
    ],
    files: { score: 10, slots: ['Your program (.py)', 'A picture of its output'] },
  },
  {
    key: 'project-proposal',
    name: 'Project proposal',
    description: 'One page for the whole team: what it does, for whom, and three examples of input and output.',
    posted: '-4d@16:00',
    due: '+16d@23:59',
    grouping: 'project',
    text: 6,
    files: { score: 4, slots: ['Proposal (PDF)'] },
    submissions: [
      { by: 'nat', at: '-1d@20:10', text: 'โปรแกรมช่วยจำวันรดน้ำต้นไม้ สำหรับคุณยายของฟ้า', files: ['lab-sheet.pdf'] },
    ],
  },
  {
    key: 'pairs-check-in',
    name: 'Laboratory pairs: check-in',
    description: 'Two sentences a pair. What works, what does not?',
    posted: '-7d@10:00',
    due: '+11d@12:00',
    grouping: 'pairs',
    text: 2,
    submissions: [
      {
        by: 'nat',
        at: '-2d@11:00',
        text: 'It works; we share one keyboard and change every ten minutes.',
        feedback: { score: 2, show: true },
      },
    ],
  },
  {
    key: 'practice-loops',
    name: 'Practice: loops until you are sure',
    description: 'Hand it in as often as you like. The last one counts.',
    posted: '-6w@10:00',
    due: '+12d@23:59',
    attempts: 0,
    text: 4,
    questions: [
      { question: 'What does `sum(range(5))` give?', score: 1, options: ['4', '5', '10', '15'], correct: 2 },
      { question: 'Write the loop that prints 9, 6, 3, 0.', score: 5 },
    ],
    submissions: [
      {
        by: 'ploy',
        at: '-5w@21:40',
        text: 'I am not sure about the end of range.',
        answers: [3, 'for i in range(9, 0, -3): print(i)'],
        feedback: { score: 4, comment: 'Run it: the 0 is missing. Where does `range` stop?', show: true },
      },
      {
        by: 'ploy',
        at: '-3w@20:05',
        text: 'range stops before its end, so the end must be below 0.',
        answers: [2, 'for i in range(9, -1, -3): print(i)'],
        feedback: { score: 7.5, comment: 'Exactly. Now explain why −1 and not −3.', show: true },
      },
    ],
    others: { share: 0.5, graded: 'shown' },
  },
  {
    key: 'course-diary',
    name: 'Course diary',
    posted: '-9w@08:00',
    due: null,
    text: 0,
  },
  {
    key: 'feature-wish',
    name: 'What should we change about this course?',
    description: 'Anonymous to other students, not to us. ขอบคุณทุกความเห็น',
    posted: '-3w@08:00',
    due: null,
    attempts: 0,
    questions: [
      { question: 'The pace is', score: 0, options: ['too slow', 'right', 'too fast'] },
      { question: 'One thing to keep', score: 0 },
      { question: 'One thing to change', score: 0 },
    ],
    others: { share: 0.4 },
  },
  {
    key: 'hundred-expressions',
    name: 'Self-check: one hundred expressions',
    description: 'What does each expression give? As often as you like.',
    posted: '-4w@08:00',
    due: null,
    attempts: 0,
    questions: hundredQuestions,
  },
  {
    key: 'lab-6',
    name: 'Lab 6: Measure it',
    description: 'Bring your table to the laboratory, or hand it in late and say why.',
    posted: '-12d@10:00',
    due: '-2d@23:59',
    closes: '+5d@23:59',
    text: 10,
    others: { share: 0.75, graded: 'partly' },
    rubric: [
      { title: 'No table of what was measured', points: -4 },
      { title: 'Measured once: say how much it varies', points: -1.5 },
      { title: 'Units are missing', points: -1 },
      { title: 'Does not say why the second run is faster', points: -0.5 },
    ],
    exceptions: [{ to: 'yada', due: '+1d@23:59', reason: 'Ill until yesterday, with a certificate' }],
  },
]

export const assignments: AssignmentData[] = [...open, ...finished]

export const gradables: GradableData[] = [
  { name: 'Labs 1 to 4', score: 40, scores: { ploy: 34.5, nat: 28 }, others: true },
  { name: 'Quiz 1', score: 10, assignment: 'quiz-1', scores: { nat: 8 } },
  { name: 'Quiz 2', score: 10, assignment: 'quiz-2', scores: { nat: 9.5 } },
  { name: 'Midterm examination', score: 30, scores: { ploy: 24.25, nat: 19 }, others: true },
  { name: 'เข้าชั้นเรียนและมีส่วนร่วม', score: 5, scores: { ploy: 0, nat: 5 }, others: true },
  { name: 'Quiz 3', score: 10, scores: { ploy: null, nat: null } },
  { name: 'Project', score: 30 },
  { name: 'Final examination', score: 40, scores: { ploy: null } },
  { name: 'Attendance', score: 5, attendance: 50 },
  { name: 'Final Grade', score: 100, final: true, scores: { ploy: 71.5, nat: 78 } },
]
