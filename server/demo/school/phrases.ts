/** Texts by students that no data file names. */

export const answers = [
  'I worked through the example of the lecture first, then changed one thing at a time until I understood it.',
  'The result does not depend on the order of the steps, because each step only reads what the one before wrote.',
  'We compare the measured value with the expected one; the difference is within the error of the instrument.',
  'It fails for an empty list, so I check the length first and return early.',
  'ผมลองแทนค่าตัวอย่างสามค่า แล้วตรวจคำตอบกับโจทย์ ผลลัพธ์ตรงกันทุกค่า',
  'By the definition, both sides are equal for n = 1; assuming it for n, adding one term to each side proves n + 1.',
  'หนูคิดว่าคำตอบคือข้อที่ใช้หน่วยความจำน้อยกว่า เพราะไม่ต้องคัดลอกรายการทั้งหมด',
  'See the table: the first column is the input, the second what I expected, the third what I got.',
]

export const remarks = [
  'Clear and correct.',
  'Good idea; the last step needs a reason.',
  'Please name the units in every line.',
  'ทำได้ดีมาก อธิบายชัดเจน',
  'Right answer, but I cannot see how you came to it.',
  'อ่านโจทย์ข้อ 2 อีกครั้ง แล้วมาคุยกันได้ในชั่วโมงปรึกษา',
]
