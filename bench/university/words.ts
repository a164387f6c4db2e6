/* Names and texts of the university's people. No line has a quote, a backslash or a line break. */

export const firsts =
  'Ploy Nat Arthit Mali Fah Kanya Somchai Anan Chai Dao Intira Jirawat Kittisak Lamai Mek Narong Orn Pim Rung Siri Tawan Ubon Wipa Yada Aom Bow Chompoo Dej Ekachai Gam Helen Kenji Olumide Mei Arjun Lucía Jonas Amina Noor Tomás ปลื้ม ใบเฟิร์น กานต์ ธนกร พิมพ์ชนก วรัญญา'.split(
    ' ',
  )
export const lasts =
  'Srisuk Jaidee Thongdee Wongsa Boonmee Kaewkla Rattana Phrom Saetang Chaiyo Suwan Inthawong Meechai Panya Rungrot Somboon Tipchai Uthai Veera Yodsak Anderson Tanaka Okafor Müller García Haddad Nguyen Novak Silva Rossi ศรีสุข ใจดี ทองดี วงศ์สวัสดิ์ แก้วกล้า'.split(
    ' ',
  )

const fields =
  'Algorithms,Calculus,Linear Algebra,Statistics,Organic Chemistry,Mechanics,Thermodynamics,Microeconomics,Accounting,Public Law,Thai History,Academic English,Signals and Systems,Databases,Genetics,Anatomy,Urban Planning,Philosophy of Science,Marketing,Materials,Operating Systems,Ecology,Structural Analysis,Cognitive Psychology,Phonetics'.split(
    ',',
  )
const kinds = ['', ' I', ' II', ' for Engineers', ' Laboratory', ' Seminar', ' in Practice', ' and Society']
export const courseNames = fields.flatMap((field) => kinds.map((kind) => field + kind))

export const titles = ['Prof.', 'Assoc. Prof.', 'Asst. Prof.', 'Dr.']
export const rooms = ['Lecture hall 3', 'ENG4 411', 'Room 207', 'Online', 'Science building 1203', 'Laboratory B']

export const sentences = [
  'I worked through the example of the lecture first, then changed one thing at a time until I understood it.',
  'The result does not depend on the order of the steps, because each step only reads what the one before wrote.',
  'We compare the measured value with the expected one; the difference is within the error of the instrument.',
  'It fails for an empty list, so I check the length first and return early.',
  'ผมลองแทนค่าตัวอย่างสามค่า แล้วตรวจคำตอบกับโจทย์ ผลลัพธ์ตรงกันทุกค่า',
  'By the definition, both sides are equal for n = 1; assuming it for n, adding one term to each side proves n + 1.',
  'หนูคิดว่าคำตอบคือข้อที่ใช้หน่วยความจำน้อยกว่า เพราะไม่ต้องคัดลอกรายการทั้งหมด',
  'See the table: the first column is the input, the second what I expected, the third what I got.',
  'Is this also true when the two samples are not of the same size?',
  'Thank you, that makes sense now.',
  'In the second chapter the author argues the opposite, but only for small populations.',
  'Please look at `lower_bound(a, b)`: it returns the first place where the order still holds.',
  'The curve is steeper between 20 and 40 degrees, which the model does not explain.',
  'ขอบคุณค่ะ เข้าใจแล้ว เดี๋ยวลองทำข้อ 3 อีกครั้ง',
  'A counterexample is enough: take the two courts that disagreed in the same year.',
  'I would start from the balance sheet and only then look at the cash flow.',
]

export const questions = [
  'Which of these is true for every input?',
  'What happens to the cost when the size doubles?',
  'Which step of the proof needs the assumption?',
  'Which unit does the result have?',
  'ข้อใดถูกต้องที่สุด',
  'Which of the cases is the exception?',
]
export const options = ['Always', 'Never', 'Only for even numbers', 'It doubles', 'It stays the same', 'ไม่มีข้อใดถูก']

export const remarks = [
  'Clear and correct.',
  'Good idea; the last step needs a reason.',
  'Please name the units in every line.',
  'ทำได้ดีมาก อธิบายชัดเจน',
  'Right answer, but I cannot see how you came to it.',
]

export const announcements = [
  'Room change this week',
  'The midterm and what it covers',
  'Slides and recordings are up',
  'No class on the holiday',
  'Office hours have moved',
  'Project groups: form them by Friday',
]
export const topics = ['Say hello', 'Questions about the lectures', 'Questions about the assignments', 'Readings']
