import type { When } from './clock.ts'

export interface PersonData {
  /** The local part of the address, and the subject at the demo sign-in provider. */
  name: string
  first: string
  last: string
  /** A file of `server/demo/files/pictures`. */
  img?: string
  admin?: boolean
  /** When the account was removed. */
  removed?: When
}

type Line = [name: string, first: string, last: string, img?: string]

const lines: Line[] = [
  // The people on whom tools rely.
  ['ploy', 'Ploy', 'Srisuwan', 'person-ploy.webp'],
  ['nat', 'Nat', 'Wongsakul', 'person-nat.webp'],
  ['arthit', 'Arthit', 'Suwannarat', 'person-arthit.webp'],
  ['mali', 'Mali', 'Rungrueang', 'person-mali.webp'],
  ['admin', 'Anong', 'Phromma'],
  // Instructors and teaching assistants.
  ['siriporn', 'Siriporn', 'Chaiyasit', 'person-siriporn.webp'],
  ['wichai', 'Wichai', 'Thepsiri'],
  ['helen', 'Helen', 'Marchetti', 'person-helen.webp'],
  ['kenji', 'Kenji', 'Morikawa', 'person-kenji.webp'],
  ['prasert', 'ประเสริฐ', 'ทองสุข'],
  ['daranee', 'Daranee', 'Kittisak', 'person-daranee.webp'],
  ['olumide', 'Olumide', 'Adeyemi', 'person-olumide.webp'],
  ['supaporn', 'สุภาพร', 'วัฒนกุล'],
  ['krit', 'Krit', 'Boonmee'],
  ['jintana', 'จินตนา', 'แสงทอง', 'person-jintana.webp'],
]

const students: Line[] = [
  ['ananya', 'Ananya', 'Petcharat', 'person-ananya.webp'],
  ['apichat', 'อภิชาติ', 'ศรีวิไล'],
  ['arisa', 'Arisa', 'Tanaka', 'person-arisa.webp'],
  ['bancha', 'Bancha', 'Kaewmanee'],
  ['benjamas', 'Benjamas', 'Intharasuk', 'person-siriporn.webp'],
  ['boon', 'Boon', 'Tan'],
  ['chalida', 'ชลิดา', 'พงษ์พานิช'],
  ['chanon', 'Chanon', 'Ratanaporn', 'person-nat.webp'],
  ['daniel', 'Daniel', 'Okafor', 'person-olumide.webp'],
  ['duangjai', 'Duangjai', 'Saelim'],
  ['ekkarat', 'Ekkarat', 'Thongdee'],
  ['fah', 'ฟ้า', 'รุ่งโรจน์', 'person-fah.webp'],
  ['gita', 'Gita', 'Ramanathan'],
  ['hathai', 'Hathai', 'Wattana'],
  ['isara', 'Isara', 'Phongphan', 'person-isara.webp'],
  ['jirayu', 'จิรายุ', 'บุญเรือง'],
  ['kanda', 'Kanda', 'Meesuk'],
  ['kittipong', 'Kittipong', 'Srisai'],
  ['lalita', 'Lalita', 'Jantarakul', 'person-daranee.webp'],
  ['linh', 'Linh', 'Nguyễn'],
  ['manop', 'Manop', 'Ruangsri'],
  ['mint', 'มิ้นท์', 'อินทรสุวรรณ'],
  ['napat', 'Napat', 'Charoenwong', 'person-kenji.webp'],
  ['nicha', 'Nicha', 'Lertpanya'],
  ['noppadol', 'นพดล', 'เกียรติไพศาล'],
  ['oraya', 'Oraya', 'Somboon', 'person-ananya.webp'],
  ['pakorn', 'Pakorn', 'Limsakul'],
  ['patcha', 'Patcharawalai-Kanyarattanaphon', 'Wongsawatdirakchaiyanuphap Na Nakhon Si Thammarat'],
  ['peem', 'Peem', 'Asawin', 'person-isara.webp'],
  ['pimchanok', 'พิมพ์ชนก', 'สุวรรณภูมิ'],
  ['pruek', 'Pruek', 'Hongsakul'],
  ['rada', 'Rada', 'Kongkham'],
  ['rungnapa', 'รุ่งนภา', 'จันทร์เพ็ญ', 'person-jintana.webp'],
  ['samira', 'Samira', 'Haddad'],
  ['sasi', 'Sasi', 'Thamrong'],
  ['sirawit', 'Sirawit', 'Pongsuwan'],
  ['tawan', 'ตะวัน', 'มณีวงศ์'],
  ['teerapat', 'Teerapat', 'Yodkaew'],
  ['thanyarat', 'Thanyarat', 'Nimnual', 'person-fah.webp'],
  ['varit', 'Varit', 'Sangsawang'],
  ['waen', 'แหวน', 'ปิ่นทอง'],
  ['wirun', 'Wirun', 'Chokchai'],
  ['yada', 'Yada', 'Phumiphat'],
  ['zhiwei', 'Zhiwei', 'Lin'],
]

const toPerson = ([name, first, last, img]: Line): PersonData => ({ name, first, last, img, admin: name === 'admin' })

export const people: PersonData[] = [
  ...lines.map(toPerson),
  ...students.map(toPerson),
  // The texts of a removed account stay; it cannot sign in.
  { name: 'somsak', first: 'Somsak', last: 'Charoenrat', removed: '-1w' },
]

/** All students but ploy and nat, whose courses are named one by one. */
export const studentNames = students.map(([name]) => name)
