import type { AssignmentData, QuestionData } from './types.ts'

/** A question of each kind. */
const questions: QuestionData[] = [
  {
    question: 'What is $\\frac{d}{dx} e^{2x}$?',
    score: 1,
    options: ['e²ˣ', '2e²ˣ', '2xe²ˣ'],
    correct: 1,
    explanation: 'The chain rule: the derivative of $2x$ is 2.',
  },
  {
    question: 'Which of these functions have a derivative at **every** real number?',
    score: 2,
    credit: 'parts',
    several: ['sin x', 'x³', 'eˣ'],
    others: ['|x|', '1 / x'],
    explanation: '$|x|$ has a corner at 0, and $\\frac{1}{x}$ is not defined there.',
  },
  {
    question: 'A stone falls for 2 seconds. How fast is it then? Take $g = 9.81\\ \\mathrm{m/s^2}$.',
    score: 2,
    value: '19.62',
    tolerance: '0.05',
    unit: 'm/s',
    explanation: '$v = g\\,t = 9.81 \\cdot 2$.',
  },
  {
    question: 'Which theorem links the derivative and the integral? Its name, in English.',
    score: 1,
    accepted: ['Fundamental theorem of calculus', 'The fundamental theorem of calculus', 'FTC'],
  },
  {
    question: 'Match each function with its derivative.',
    score: 3,
    credit: 'parts',
    pairs: [
      ['sin x', 'cos x'],
      ['cos x', '−sin x'],
      ['ln x', '1 / x'],
    ],
    others: ['−cos x'],
    explanation: 'The sine becomes the cosine; the cosine becomes the sine *with its sign turned*.',
  },
  {
    question: 'Put the steps of a substitution in order.',
    score: 2,
    order: ['Choose u', 'Write du in terms of dx', 'Replace all x by u', 'Integrate', 'Put x back'],
  },
  { question: 'Where have you met a derivative outside of this course?', score: 1 },
]

const sprint = (question: string, value: string): QuestionData => ({ question, score: 1, value, set: 'Derivatives' })

/** All settings of an assignment. */
export const allKinds: AssignmentData[] = [
  {
    key: 'all-kinds',
    name: 'Practice: every kind of question',
    description: 'As often as you like. What is right, and why, is shown with the feedback.',
    posted: '-20d@08:00',
    due: null,
    attempts: 0,
    questions,
    files: { score: 2, slots: ['Photographs of your notes'], kinds: ['jpg', 'jpeg', 'png', 'pdf'], most: 3 },
  },
  {
    key: 'all-kinds-judged',
    name: 'Practice of last week, with answers',
    posted: '-28d@08:00',
    due: '-22d@18:00',
    questions,
    submissions: [
      {
        by: 'ploy',
        at: '-23d@20:00',
        answers: [
          1,
          'right',
          '19.6',
          'The Fundamental Theorem of Calculus',
          'right',
          'right',
          'In the speed of a lift.',
        ],
        feedback: { score: 12, comment: 'Very good.', show: true },
      },
    ],
  },
  {
    key: 'sprint',
    name: 'Ten-minute sprint',
    description: 'Four derivatives, drawn for you from a set of eight. Paper and pencil, no calculator.',
    posted: '-20d@09:00',
    due: null,
    attempts: 0,
    minutes: 10,
    shuffled: true,
    sets: [{ name: 'Derivatives', draw: 4, score: 1 }],
    questions: [
      sprint('The derivative of $x^2$ at 3', '6'),
      sprint('The derivative of $x^3$ at 2', '12'),
      sprint('The derivative of $\\sqrt{x}$ at 4', '0.25'),
      sprint('The derivative of $\\ln x$ at 5', '0.2'),
      sprint('The derivative of $e^x$ at 0', '1'),
      sprint('The derivative of $\\sin x$ at 0', '1'),
      sprint('The derivative of $\\frac{1}{x}$ at 1', '-1'),
      sprint('The derivative of $5x - 7$ at 9', '5'),
    ],
  },
]
