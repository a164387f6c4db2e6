import { Navigate } from 'react-router'
import { columnKinds, type ImportRow, roster } from '../../contract/staff/roster.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import type { Authoring } from '../i18n/en/authoring.ts'
import { useText } from '../i18n/index.ts'
import { callForm } from '../loading/callForm.ts'
import { ImportTable } from '../tables/ImportTable.tsx'
import { renewPeople } from './usePeopleWrites.ts'

/** Adds and changes people by a file. */
export default function ImportDialog() {
  const { people: t } = useAuthoring()
  const { roles } = useText()
  const course_id = useCourseId()
  const list = `/course/${course_id}/people`
  if (!useCan().people) return <Navigate to={list} replace />
  return (
    <ImportTable<ImportRow>
      {...{ title: t.import, list, noun: 'roster', done: t.imported }}
      kinds={Object.fromEntries(columnKinds.map((kind) => [kind, t.columnKinds[kind || 'ignored']]))}
      wordsOf={(row) => ({ name: row.name, email: row.email || (row.value ?? ''), says: saysOf(row, t, roles) })}
      send={(file, query) => callForm(roster.import, { params: { course_id }, query, file })}
      onDone={() => renewPeople(course_id)}
    />
  )
}

function saysOf(row: ImportRow, t: Authoring['people'], roles: Record<string, string>): string {
  const { role, section, problem, value, changes, waits, back } = row
  const pair = (before: string, after: string) => `${before || '–'} → ${after || '–'}`
  const nameOf = (role: string) => roles[role] ?? role
  if (problem) return t.problems[problem](value ?? '')
  const words = changes
    ? [
        changes.name && pair(...changes.name),
        changes.role && pair(nameOf(changes.role[0]), nameOf(changes.role[1])),
        changes.section && `${t.section} ${pair(...changes.section)}`,
      ]
    : [nameOf(role), section && `${t.section} ${section}`, waits && t.whenSignedIn, back && t.comesBack]
  return words.filter(Boolean).join(' · ')
}
