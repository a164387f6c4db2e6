import type { AnnouncementData } from '../types.ts'

const longGuide = `
The project is a third of your grade, so here is everything about it in one place. **Read it to the end before you
write to us**, and then do write to us.

## What you make

A program of 200 to 600 lines that does something useful for one person you can name. Last year there was a timetable
for a grandmother’s medicine, a score keeper for a takraw team and a program that finds the cheapest ferry.

1. It reads something (a file, the keyboard, the web) and writes something.
2. It has at least *three* functions that can be tested without a keyboard.
3. Somebody other than you has used it.

## How it is judged

| part | points | what we look at |
| --- | ---: | --- |
| It works | 12 | the three examples in your proposal, and one of ours |
| It can be read | 9 | names, small functions, comments that say *why* |
| It is tested | 6 | tests that fail when the program is broken |
| You can explain it | 3 | five minutes, no slides |

> A program that does little and never fails is worth more than one that does much and sometimes does.

## How to hand it in

- One ZIP or one \`.py\` file for the group, handed in by any member. Everyone sees it.
- The first line of the file names the members:

\`\`\`python
# group: The Off-By-Ones
# members: ploy, boon, gita, tawan

def total(prices: list[float]) -> float:
    """The sum of the prices, in baht."""
    return round(sum(prices), 2)
\`\`\`

### Dates

- Proposal: see *Assignments*
- Workshops: the two classes before the presentations
- Presentation: ten minutes a group, in the order of the group’s name

## Questions that were asked already

**May we use a library?** Yes, name it and say what it does for you.

**May we use code from the web?** Yes, with its address in a comment, if you can explain each line.

**What if a member does not answer?** Tell us *early*. We can help in week ten; in week fifteen we can only be sad.
`

export const announcements: AnnouncementData[] = [
  {
    title: 'Laboratory 2 is closed on Thursday morning',
    posted: '-40m',
    by: 'mali',
    content:
      'The air conditioning is being repaired. We meet in **Room 3-201** instead; bring your own computer if you have one.',
  },
  {
    title: 'ขยายเวลาส่งแบบฝึกหัดชุดที่ 6',
    posted: '-1d@18:30',
    by: 'siriporn',
    content: `
เรียน นิสิตทุกคน

เนื่องจากสัปดาห์นี้มีสอบหลายวิชา อาจารย์จึง **ขยายเวลาส่งแบบฝึกหัดชุดที่ 6** ออกไปอีกหนึ่งสัปดาห์ กำหนดส่งใหม่แสดงอยู่ในหน้า Assignments แล้ว

1. ผู้ที่ส่งแล้วไม่ต้องส่งซ้ำ
2. ผู้ที่ติดปัญหาข้อ 3 ให้อ่านเอกสาร “การเรียกซ้ำ” หน้า 2 ก่อน แล้วค่อยมาถามที่ห้องปฏิบัติการ
3. ห้ามคัดลอกโปรแกรมของเพื่อน แต่ช่วยกันคิดได้ และควรเขียนชื่อผู้ที่ช่วยไว้ในหมายเหตุ

ขอให้ทุกคนโชคดีในการสอบค่ะ
`,
  },
  {
    title: 'Rooms of the midterm examination',
    posted: '-1d@09:00',
    content: `
| Student number ends in | Room |
| --- | --- |
| 0 – 4 | 3-201 |
| 5 – 9 | 3-202 |

Bring a pen and your student card. One sheet of notes, **both sides, your own handwriting**.
`,
  },
  { title: 'The final project, from beginning to end', posted: '-4d@16:00', content: longGuide },
  {
    title: 'Grades of Quiz 2 are out',
    posted: '-6d@11:15',
    by: 'mali',
    content:
      'If your score surprises you, read the feedback first and then come to the office hour on Wednesday. The average was 6.8 of 10.',
  },
  {
    title: 'คาบชดเชยวันเสาร์',
    posted: '-9d@08:45',
    by: 'siriporn',
    content: 'คาบที่งดไปเมื่อวันหยุดจะชดเชย **วันเสาร์ เวลา 09:00–10:30 น.** ที่ห้อง 3-201 ผู้ที่มาไม่ได้ดูบันทึกการสอนย้อนหลังได้',
  },
  {
    title: 'A guest from the weather service',
    posted: '-13d@13:00',
    content:
      'Next week Khun Wassana shows how forecasts are computed, and where *floating-point numbers* bite. Questions are welcome beforehand, in Discussion.',
  },
  {
    title: 'How to ask a question that gets answered',
    posted: '-3w@10:00',
    by: 'mali',
    content: `
1. What did you want to happen?
2. What happened instead? Copy the **whole** message, it is text, not a photograph.
3. What is the *smallest* program that still does it?

\`\`\`text
Traceback (most recent call last):
  File "lab4.py", line 12, in <module>
    print(total / count)
ZeroDivisionError: division by zero
\`\`\`

Half of all questions answer themselves at step 3.
`,
  },
  {
    title: 'Setting up Python on your own computer',
    posted: '-6w@15:00',
    by: 'krit',
    content:
      'Any version from 3.12 on will do. The steps for Windows, macOS and Linux are in *Content*; the laboratory’s computers are ready.',
  },
  {
    title: 'Welcome to Computer Programming',
    posted: '-9w@08:00',
    content: `
Welcome! You do not need to have programmed before. You need **time**: about six hours a week besides the classes.

The syllabus is in *Content*. Read it, then say hello in *Discussion*.

Arthit and Siriporn
`,
  },
]
