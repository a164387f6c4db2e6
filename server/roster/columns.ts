import { type ColumnKind, columnKinds, emailPattern } from '../../contract/staff/roster.ts'
import type { Role } from '../../contract/users.ts'
import type { TableRow } from '../tables/table.ts'

/* What the columns of a file of people are: by their headings in English and in Thai, and by what stands in them. */

const headings: [ColumnKind, RegExp][] = [
  ['email', /e-?mail|อีเมล|อีเมล์|ไปรษณีย์อิเล็กทรอนิกส์/],
  ['section', /^(sec(tion)?|class|group)\b|section|ตอน(เรียน)?|กลุ่มเรียน|หมู่เรียน|^กลุ่ม|^เซค/],
  ['role', /role|status|type|position|บทบาท|สถานะ|ประเภท|ตำแหน่ง/],
  ['last', /^(last|family|sur)[ _-]?name|^last$|^lastname|surname|นามสกุล|^สกุล/],
  ['first', /^(first|given)[ _-]?name|^first$|^firstname|^ชื่อ(จริง|ตัว)?$/],
  ['name', /^(full|student|display)?[ _-]?name|^ชื่อ.*สกุล|^ชื่อ/],
]

const kindOfHeading = (text: string): ColumnKind => {
  const plain = text.toLowerCase().normalize('NFC').trim()
  // Before the last name: "ชื่อ-นามสกุล" is both.
  if (/^ชื่อ.+สกุล/.test(plain)) return 'name'
  return headings.find(([, pattern]) => pattern.test(plain))?.[0] ?? ''
}

const roles: [Role, RegExp][] = [
  ['assistant', /^(ta|t\.a\.|assistant|teaching[ _-]?assistant|tutor|ผู้ช่วย(สอน|อาจารย์)?|ทีเอ)$/],
  ['instructor', /^(instructor|teacher|lecturer|professor|prof\.?|faculty|อาจารย์|ผู้สอน|ครู|อ\.)$/],
  ['student', /^(student|learner|std|นักศึกษา|นิสิต|นักเรียน|ผู้เรียน)$/],
]

/** Undefined: no word for a role. */
export const roleIn = (text: string): Role | undefined => {
  const plain = text.toLowerCase().normalize('NFC').trim()
  return roles.find(([, pattern]) => pattern.test(plain))?.[0]
}

/** How many rows are looked at. */
const LOOK = 50

interface Guess {
  header: boolean
  kinds: ColumnKind[]
}

/** What was guessed, unless it is given. */
export function guessColumns(rows: TableRow[], given: { header?: boolean; columns?: string }): Guess {
  const [first] = rows
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const titles = first?.cells ?? []
  const header =
    given.header ?? (titles.some((title) => kindOfHeading(title) !== '') && !titles.some((title) => isEmail(title)))
  if (given.columns !== undefined) {
    const asked = given.columns.split(',')
    return { header, kinds: Array.from({ length: width }, (_, i) => kindNamed(asked[i] ?? '')) }
  }
  const body = rows.slice(header ? 1 : 0, LOOK)
  const kinds = Array.from({ length: width }, (_, i) => (header ? kindOfHeading(titles[i] ?? '') : ''))
  const share = (i: number, is: (cell: string) => boolean) => {
    const filled = body.map(({ cells }) => cells[i] ?? '').filter((cell) => cell !== '')
    return filled.length === 0 ? 0 : filled.filter(is).length / filled.length
  }
  const fill = (kind: ColumnKind, is: (cell: string) => boolean) => {
    if (kinds.includes(kind)) return
    const best = kinds.map((_, i) => share(i, is)).reduce((best, one, i, all) => (one > (all[best] ?? 0) ? i : best), 0)
    if (share(best, is) > 0.6 && kinds[best] === '') kinds[best] = kind
  }
  fill('email', isEmail)
  fill('role', (cell) => roleIn(cell) !== undefined)
  if (!header) fill('name', (cell) => /\p{L}{2,}/u.test(cell) && !isEmail(cell) && roleIn(cell) === undefined)
  return { header, kinds: onceEach(kinds) }
}

const isEmail = (text: string) => emailPattern.test(text)
const kindNamed = (text: string) => columnKinds.find((kind) => kind === text) ?? ''

/** The first of each: a second column of addresses is another one's. */
const onceEach = (kinds: ColumnKind[]): ColumnKind[] =>
  kinds.map((kind, i) => (kind !== '' && kinds.indexOf(kind) < i ? '' : kind))
