import type { PostData, TopicData } from '../types.ts'

const hello: [by: string, at: string, content: string][] = [
  ['isara', '-57d@19:00', 'Isara, mechanical. I build kites and want one that films.'],
  ['gita', '-57d@19:20', 'Gita, from Chennai, on exchange. Have programmed a little in R.'],
  ['fah', '-57d@20:00', 'ฟ้าค่ะ ปีหนึ่ง ไม่เคยเขียนโปรแกรมมาก่อนเลย ฝากตัวด้วยนะคะ'],
  ['boon', '-57d@21:10', 'Boon. I fix bicycles at the east gate; if yours squeaks, come by.'],
  ['nat', '-56d@08:00', 'นัทครับ เล่นเกมเยอะ อยากรู้ว่าเขาทำกันยังไง'],
  ['arisa', '-56d@09:30', 'Arisa, half of me is in Osaka and asleep. I like maps.'],
  ['daniel', '-56d@12:00', 'Daniel, chemistry. My spreadsheets have become too large.'],
  ['zhiwei', '-56d@13:15', 'Zhiwei. Ask me about tea, or about C.'],
  ['samira', '-56d@15:40', 'Samira, civil engineering; I want to simulate a bridge, then break it.'],
  ['tawan', '-55d@10:05', 'ตะวันครับ ชอบถ่ายรูปฝน ชื่อแพลตฟอร์มนี้เลยถูกใจมาก'],
  ['patcha', '-55d@11:45', 'Everyone calls me Patcha, the roster will explain why.'],
]

const toPost = ([by, at, content]: (typeof hello)[number]): PostData => ({ by, at, content })

export const topics: TopicData[] = [
  {
    title: 'Recursion: when do you stop?',
    by: 'arthit',
    posted: '-12d@12:00',
    seen: { ploy: '-1d' },
    description: `
A function that calls itself needs a case in which it does **not**. Post a recursion of your own, from mathematics or
from life, and say what its last step is.

\`\`\`python
def factorial(n: int) -> int:
    return 1 if n == 0 else n * factorial(n - 1)
\`\`\`

In words: $0! = 1$ and $n! = n \\cdot (n - 1)!$
`,
    posts: [
      {
        by: 'gita',
        at: '-11d@18:00',
        content: `
The sum of a list is its first entry plus the sum of the rest, and the sum of nothing is zero:

\`\`\`python
def total(numbers):
    if not numbers:        # the last step
        return 0
    return numbers[0] + total(numbers[1:])
\`\`\`

So the depth is $n$, and because \`numbers[1:]\` copies, the work is

$$\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}$$
`,
        comments: [
          {
            by: 'arthit',
            at: '-11d@20:30',
            content: 'Very good that you noticed the copying. How would you avoid it?',
            replies: [
              {
                by: 'gita',
                at: '-10d@08:10',
                content: 'Pass the position along: `total(numbers, i + 1)`.',
                endorsed: { by: 'arthit', at: '-10d@09:00' },
              },
              { by: 'zhiwei', at: '-10d@08:40', content: 'Or write a loop. :)' },
              { by: 'arthit', at: '-10d@09:00', content: 'Both of you are right.' },
            ],
          },
          { by: 'ploy', at: '-10d@12:00', content: 'I drew it on paper and only then believed it.' },
          {
            by: 'mali',
            at: '-9d@09:00',
            content: 'This thread is quoted in Lab 6. Please do not edit it any more.',
            noreply: true,
          },
        ],
      },
      {
        by: 'ploy',
        at: '-9d@21:15',
        content: 'ตุ๊กตาแม่ลูกดก: เปิดตัวใหญ่แล้วเจอตัวเล็กกว่า เปิดไปเรื่อย ๆ จนถึงตัวที่เปิดไม่ได้ นั่นคือขั้นสุดท้าย',
        comments: [
          {
            by: 'siriporn',
            at: '-8d@07:50',
            content: 'ตัวอย่างดีมากค่ะ แล้วถ้าจะนับจำนวนตุ๊กตา ต้องเขียนฟังก์ชันอย่างไร',
            replies: [{ by: 'ploy', at: '-8d@12:20', content: '`1 + count(inner)` และถ้าไม่มีตัวข้างในก็คืนค่า 1 ค่ะ' }],
          },
        ],
      },
      {
        by: 'samira',
        at: '-6d@17:00',
        content:
          'Finding the way out of a maze: try each door, and behind it the same maze with one door fewer. It stops at the exit, or when every door was tried.',
      },
      {
        by: 'somsak',
        at: '-5d@22:00',
        content: 'To understand recursion, see [the post above](https://en.wikipedia.org/wiki/Recursion).',
        comments: [{ by: 'boon', at: '-5d@22:05', content: 'Every year somebody does this.' }],
      },
      {
        by: 'nat',
        at: '-3h',
        content:
          'My program says `RecursionError: maximum recursion depth exceeded`. Is that the computer’s limit or mine?',
        comments: [
          {
            by: 'krit',
            at: '-2h',
            content: 'Python’s: a thousand calls. But look at your last step first, you may never reach it.',
          },
        ],
      },
    ],
  },
  {
    title: 'ถาม–ตอบเรื่องแบบฝึกหัดชุดที่ 6',
    by: 'siriporn',
    posted: '-6d@10:30',
    seen: { ploy: '-5m' },
    description: 'โพสต์คำถามเกี่ยวกับแบบฝึกหัดชุดที่ 6 ได้ที่นี่ กรุณา **อย่าโพสต์คำตอบทั้งข้อ** แต่ช่วยกันบอกใบ้ได้ค่ะ',
    posts: [
      {
        by: 'mint',
        at: '-4d@19:30',
        content: 'ข้อ 2 ถ้ามีสองวันที่อุณหภูมิต่ำสุดเท่ากัน ต้องตอบทั้งสองวันไหมคะ',
        comments: [
          {
            by: 'mali',
            at: '-4d@20:00',
            content: 'ตอบวันแรกวันเดียวพอค่ะ โจทย์เขียนไว้ในคำอธิบายของฟังก์ชัน',
            replies: [{ by: 'mint', at: '-4d@20:03', content: 'ขอบคุณค่ะ อ่านข้ามไปเลย' }],
          },
        ],
      },
      { by: 'jirayu', at: '-2d@22:15', content: 'อ่านไฟล์ CSV แล้วได้ตัวอักษร ไม่ได้ตัวเลข ต้องแปลงด้วย `float()` ใช่ไหมครับ' },
      {
        by: 'waen',
        at: '-1d@07:30',
        content: 'สรุปที่เข้าใจนะคะ\n\n1. เปิดไฟล์\n2. ข้ามบรรทัดแรก\n3. แปลงเป็นตัวเลข\n4. หาค่าต่ำสุด',
      },
    ],
  },
  {
    title: 'Your first bug',
    by: 'arthit',
    posted: '-13d@12:00',
    postFirst: true,
    score: 5,
    description: 'Tell the story of a bug that took you long: what you saw, what you believed, and what it was.',
    posts: [
      {
        by: 'samira',
        at: '-12d@19:00',
        content: 'My mean was always 0. I divided before I added, and both were whole numbers.',
        comments: [{ by: 'mali', at: '-12d@20:15', content: 'What would have shown you that sooner?' }],
      },
      {
        by: 'zhiwei',
        at: '-12d@21:40',
        content: 'A loop that ended one too early, and a test that ended one too early, too.',
      },
    ],
  },
  {
    title: 'Which day for the extra class?',
    by: 'mali',
    posted: '-20d@10:00',
    locked: true,
    description: 'Saturday morning or Wednesday evening? We decide on Friday.',
    posts: [
      { by: 'isara', at: '-19d@12:00', content: 'Wednesday, please: on Saturdays I work.' },
      { by: 'mali', at: '-18d@17:00', content: 'Wednesday it is. Thank you all.' },
    ],
  },
  {
    title: 'Show your first version',
    by: 'arthit',
    posted: '-1d@10:00',
    publish: null,
    description: 'A link, a picture, and one question that you would like the others to answer.',
    posts: [],
  },
  {
    title: 'Ideas for the project',
    by: 'siriporn',
    posted: '-4d@16:30',
    description: 'Nothing here yet? Then yours is the first.',
    posts: [],
  },
  {
    title: 'Say hello',
    by: 'mali',
    posted: '-9w@09:00',
    description: 'Who are you, and what should a computer do for you?',
    posts: [
      ...hello.map(toPost),
      { by: 'ploy', at: '-55d@12:30', content: 'พลอยค่ะ เรียนวิศวะคอม อยากทำแอปช่วยยายจำวันกินยา' },
    ],
  },
]
