import type { ContentData, CourseData } from '../types.ts'

export const contents: ContentData[] = [
  {
    name: 'Solutions to Quiz 2',
    file: 'quiz-2-solutions.pdf',
    description: 'With the two most frequent mistakes and why they are tempting.',
    uploaded: '-5h',
  },
  {
    name: 'Lectures',
    description: 'Slides, recordings and what was drawn on the board.',
    uploaded: '-1d@17:00',
    folder: [
      {
        name: 'Lecture 17 Recursion.pdf',
        file: 'lecture-recursion.pdf',
        description: 'Six slides.',
        uploaded: '-12d@12:00',
        updated: '-8d@09:10',
      },
      { name: 'The call stack, drawn', file: 'call-stack.webp', uploaded: '-11d@12:00' },
      {
        name: 'Recordings',
        uploaded: '-10d@12:00',
        folder: [
          {
            name: 'Recursion in seven seconds.mp4',
            file: 'lecture-clip.mp4',
            description: 'With captions in English.',
            uploaded: '-10d@12:05',
          },
          { name: 'Recursion in seven seconds.webm', file: 'lecture-clip.webm', uploaded: '-10d@12:06' },
          { name: 'Recursion in seven seconds.vtt', file: 'lecture-clip.vtt', uploaded: '-10d@12:07' },
          { name: 'Sound only', file: 'lecture-audio.m4a', uploaded: '-10d@12:08' },
        ],
      },
      {
        name: 'Weeks 1 to 4',
        uploaded: '-5w@12:00',
        folder: [
          {
            name: 'Week 1',
            uploaded: '-9w@12:00',
            folder: [
              { name: 'What a program is.pdf', file: 'lecture-recursion.pdf', uploaded: '-9w@12:10' },
              { name: 'Notes', file: 'reading-list.txt', uploaded: '-9w@12:20' },
            ],
          },
          { name: 'Week 2', description: 'To come.', uploaded: '-8w@12:00', folder: [] },
        ],
      },
    ],
  },
  {
    name: 'เอกสารประกอบการเรียน เรื่อง การเรียกซ้ำ',
    file: 'recursion-thai.pdf',
    description: 'สรุปเนื้อหาเป็นภาษาไทย พร้อมแบบฝึกหัดท้ายบท 5 ข้อ',
    uploaded: '-2d@10:30',
  },
  {
    name: 'Lab 6 sheet',
    file: 'lab-sheet.pdf',
    description: 'Measure how long searching takes, in a list and in a dictionary.',
    uploaded: '-3d@14:00',
    updated: '-2d@08:00',
  },
  {
    name: 'Lab 6 starting point',
    file: 'starter.py',
    description: 'Copy it, rename it, fill the gaps.',
    uploaded: '-3d@14:05',
  },
  {
    name: 'Temperatures in Bangkok',
    file: 'temperatures.csv',
    description: 'A year of daily values, for Lab 5 and 6.',
    uploaded: '-8d@14:00',
  },
  {
    name: 'Budget of a small shop',
    file: 'shop-budget.xlsx',
    description: 'The same calculation in a spreadsheet, to compare.',
    uploaded: '-9d@14:00',
  },
  { name: 'How a flowchart is read', file: 'flowchart.png', uploaded: '-15d@14:00' },
  {
    name: 'The laboratory at night',
    file: 'laboratory.jpg',
    description: 'It is open until 22:00. Switch off the lamps.',
    uploaded: '-20d@14:00',
  },
  {
    name: 'Past examinations',
    description: 'Will be filled a week before the final examination.',
    uploaded: '-4w@09:00',
    folder: [],
  },
  { name: 'Midterm: what to know', file: 'reading-list.txt', uploaded: '-4w@10:00' },
  {
    name: 'Style guide',
    file: 'lab-sheet.pdf',
    description: 'Names, spaces and comments, on two pages.',
    uploaded: '-6w@10:00',
    updated: '-5w@10:00',
  },
  { name: 'Setting up Python', file: 'reading-list.txt', uploaded: '-6w@15:00' },
  { name: 'Lab 1 sheet', file: 'lab-sheet.pdf', uploaded: '-8w@10:00' },
  {
    name: 'Syllabus and everything else you wanted to know about the course before the first class but had nobody to ask',
    file: 'syllabus.pdf',
    description: 'Goals, weeks, grading, honesty, and where to find us.',
    uploaded: '-9w@08:00',
  },
]

export const links: CourseData['links'] = [
  {
    name: 'The Python Tutorial',
    description: 'By the people who make Python. Chapters 3 to 5 are ours.',
    url: 'https://docs.python.org/3/tutorial/',
  },
  { name: 'Python Tutor', description: 'Watch your program run, step by step.', url: 'https://pythontutor.com/' },
  { name: 'ภาษาไพทอน (วิกิพีเดีย)', url: 'https://th.wikipedia.org/wiki/ภาษาไพทอน' },
  { name: 'Project Euler', description: 'When the exercises are too easy.', url: 'https://projecteuler.net/' },
]

export const playlists: CourseData['playlists'] = [
  {
    id: 'PLUl4u3cNGP63WbdFxL8giv4yhgdMGaZNA',
    title: 'Introduction to Computer Science and Programming in Python',
    channel: 'MIT OpenCourseWare',
    thumbnail: 'course-canopy.webp',
  },
  {
    id: 'PLZHQObOWTQDPD3MizzM2xVFitgF8hE_ab',
    title: 'Essence of linear algebra',
    channel: '3Blue1Brown',
    thumbnail: 'course-orbit.webp',
  },
  { id: 'PLraintree2110101', title: 'บันทึกการสอนย้อนหลัง', channel: 'Computer Programming 2110101' },
]
