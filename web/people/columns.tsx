import type { RosterPerson } from '../../contract/courses.ts'
import type { Role } from '../../contract/users.ts'
import { date } from '../i18n/dates.ts'
import type { Authoring } from '../i18n/en/authoring.ts'
import { Avatar } from '../ui/Avatar.tsx'
import type { Column } from '../ui/staff/Table.tsx'

/** In the address, those who are in no section. */
export const NO_SECTION = '-'

const nameOf = ({ first, last }: RosterPerson) => `${first} ${last}`.trim()
const sectionOf = ({ role, section }: RosterPerson) => section || (role === 'student' ? NO_SECTION : '')

/** By the name in the address. */
export const filters: Record<string, (person: RosterPerson) => string> = {
  role: ({ role }) => role,
  section: sectionOf,
}

/** The sections that people of the roster are in, 2 before 10; last, if students are in none, that. */
export const sectionsIn = (roster: RosterPerson[]): string[] =>
  [...new Set(roster.map(sectionOf))]
    .filter(Boolean)
    .sort((a, b) => Number(a === NO_SECTION) - Number(b === NO_SECTION) || numeric.compare(a, b))
const numeric = new Intl.Collator(undefined, { numeric: true })

export const columnsOf = (t: Authoring['people'], roles: Record<Role, string>): Column<RosterPerson>[] => [
  {
    id: 'name',
    label: t.name,
    width: 16,
    value: nameOf,
    cell: (person) => (
      <>
        <span className="staff-table-picture">
          <Avatar id={person._id} name={nameOf(person)} src={person.img} size={28} />
        </span>
        <span className="staff-table-text" title={nameOf(person)}>
          {nameOf(person)}
        </span>
      </>
    ),
  },
  { id: 'role', label: t.role, width: 10, value: ({ role }) => roles[role] },
  { id: 'section', label: t.section, width: 7, value: ({ section = '' }) => section },
  { id: 'email', label: t.email, width: 18, value: ({ email }) => email },
  {
    id: 'joined',
    label: t.joined,
    width: 9,
    value: ({ joined_at = '' }) => joined_at.slice(0, 10),
    cell: ({ joined_at }) => joined_at && date(joined_at),
  },
]
