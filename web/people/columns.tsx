import type { RosterPerson } from '../../contract/courses.ts'
import type { PendingPerson } from '../../contract/staff/roster.ts'
import type { Role } from '../../contract/users.ts'
import { date } from '../i18n/dates.ts'
import type { Authoring } from '../i18n/en/authoring.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Link } from '../ui/Link.tsx'
import type { Column } from '../ui/staff/Table.tsx'
import { RoleCell, SectionCell } from './PlaceCells.tsx'
import type { Place } from './usePeopleWrites.ts'

/** A member of the course, now or as soon as they sign in. */
export type ListedPerson = RosterPerson | PendingPerson

/** In the address, people without a section. */
export const NO_SECTION = '-'

export const waits = (person: ListedPerson): person is PendingPerson => 'added_at' in person
export const nameOf = ({ first, last }: Pick<ListedPerson, 'first' | 'last'>) => `${first} ${last}`.trim()
const sectionOf = ({ role, section }: ListedPerson) => section || (role === 'student' ? NO_SECTION : '')

/** By the name in the address. */
export const filters: Record<string, (person: ListedPerson) => string> = {
  role: ({ role }) => role,
  section: sectionOf,
}

/**
 * The sections of people on the roster, 2 before 10; at the end an entry for students without one, if there are any.
 */
export const sectionsIn = (roster: ListedPerson[]): string[] =>
  [...new Set(roster.map(sectionOf))]
    .filter(Boolean)
    .sort((a, b) => Number(a === NO_SECTION) - Number(b === NO_SECTION) || numeric.compare(a, b))
const numeric = new Intl.Collator(undefined, { numeric: true })

interface Options {
  t: Authoring['people']
  roles: Record<Role, string>
  courseId: string
  /** Absent: the table is read-only. */
  edit?: (person: ListedPerson, place: Place) => void
  /** The id of the list of sections. */
  sections?: string
}

export const columnsOf = ({ t, roles, courseId, edit, sections = '' }: Options): Column<ListedPerson>[] => [
  {
    id: 'name',
    label: t.name,
    width: 16,
    value: (person) => nameOf(person) || person.email,
    cell: (person) => {
      const name = nameOf(person)
      return (
        <>
          <span className="staff-table-picture">
            <Avatar
              id={person._id}
              name={name || person.email}
              src={'img' in person ? person.img : undefined}
              size={28}
            />
          </span>
          <span className="staff-table-text" title={name || person.email}>
            {waits(person) ? (
              name || person.email
            ) : (
              <Link
                to={`/course/${courseId}/people/${person._id}`}
                tabIndex={-1}
                className="hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:items-center"
              >
                {name}
              </Link>
            )}
          </span>
          {waits(person) && <Badge>{t.waits}</Badge>}
        </>
      )
    },
  },
  {
    id: 'role',
    label: t.role,
    width: 10,
    value: ({ role }) => roles[role],
    ...(edit && {
      cell: (person) => (
        <RoleCell name={nameOf(person) || person.email} value={person.role} onChange={(place) => edit(person, place)} />
      ),
    }),
  },
  {
    id: 'section',
    label: t.section,
    width: 7,
    value: ({ section = '' }) => section,
    ...(edit && {
      cell: (person) => (
        <SectionCell
          name={nameOf(person) || person.email}
          value={person.section ?? ''}
          sections={sections}
          onChange={(place) => edit(person, place)}
        />
      ),
    }),
  },
  { id: 'email', label: t.email, width: 18, value: ({ email }) => email },
  {
    id: 'joined',
    label: t.joined,
    width: 9,
    searched: false,
    value: (person) => (waits(person) ? '' : (person.joined_at ?? '').slice(0, 10)),
    cell: (person) => !waits(person) && person.joined_at && date(person.joined_at),
  },
]
