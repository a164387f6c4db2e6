import { type ColumnKind, columnKinds } from '../../contract/staff/roster.ts'
import type { Role } from '../../contract/users.ts'
import { guessColumns, isEmail, isEmailHeading } from '../tables/columns.ts'
import type { TableRow } from '../tables/table.ts'

/* The meaning of the columns in a file of people: by their headings in English and in Thai, and by their contents. */

const headings: [Exclude<ColumnKind, ''>, RegExp][] = [
  ['section', /^(sec(tion)?|class|group)\b|section|ตอน(เรียน)?|กลุ่มเรียน|หมู่เรียน|^กลุ่ม|^เซค/],
  ['role', /role|status|type|position|บทบาท|สถานะ|ประเภท|ตำแหน่ง/],
  ['last', /^(last|family|sur)[ _-]?name|^last$|^lastname|surname|นามสกุล|^สกุล/],
  ['first', /^(first|given)[ _-]?name|^first$|^firstname|^ชื่อ(จริง|ตัว)?$/],
  ['name', /^(full|student|display)?[ _-]?name|^ชื่อ.*สกุล|^ชื่อ/],
]

const kindOfHeading = (plain: string): ColumnKind => {
  if (isEmailHeading(plain)) return 'email'
  // Before the last name: "ชื่อ-นามสกุล" contains both.
  if (/^ชื่อ.+สกุล/.test(plain)) return 'name'
  return headings.find(([, pattern]) => pattern.test(plain))?.[0] ?? ''
}

const roles: [Role, RegExp][] = [
  ['assistant', /^(ta|t\.a\.|assistant|teaching[ _-]?assistant|tutor|ผู้ช่วย(สอน|อาจารย์)?|ทีเอ)$/],
  ['instructor', /^(instructor|teacher|lecturer|professor|prof\.?|faculty|อาจารย์|ผู้สอน|ครู|อ\.)$/],
  ['student', /^(student|learner|std|นักศึกษา|นิสิต|นักเรียน|ผู้เรียน)$/],
]

/** Undefined: the word is no role. */
export const roleIn = (text: string): Role | undefined => {
  const plain = text.toLowerCase().normalize('NFC').trim()
  return roles.find(([, pattern]) => pattern.test(plain))?.[0]
}

const isNameOfSomebody = (cell: string) => /\p{L}{2,}/u.test(cell) && !isEmail(cell) && roleIn(cell) === undefined

/** The guessed columns, unless the query gives them. */
export const guessRosterColumns = (rows: TableRow[], given: { header?: boolean; columns?: string }) =>
  guessColumns<Exclude<ColumnKind, ''>>(rows, given, {
    all: columnKinds,
    ofHeading: kindOfHeading,
    likely: [
      { kind: 'email', is: isEmail },
      { kind: 'role', is: (cell) => roleIn(cell) !== undefined },
      { kind: 'name', is: isNameOfSomebody, onlyWithoutHeadings: true },
    ],
  })
