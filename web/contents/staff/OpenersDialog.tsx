import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Navigate, useParams } from 'react-router'
import { contentWrites } from '../../../contract/staff/contents.ts'
import { Title } from '../../common/Title.tsx'
import { useLeave } from '../../common/useLeave.ts'
import { useCan } from '../../courses/membership.ts'
import { useCourseId } from '../../courses/queries.ts'
import { rosterOf } from '../../groups/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { dateTime } from '../../i18n/dates.ts'
import { useText } from '../../i18n/index.ts'
import { query } from '../../loading/call.ts'
import { Load } from '../../loading/Load.tsx'
import { FoundTable } from '../../tables/FoundTable.tsx'
import { saveCsv, saveXlsx } from '../../tables/files.ts'
import { TableTools } from '../../tables/TableTools.tsx'
import { useTable } from '../../tables/useTable.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { Column } from '../../ui/staff/Table.tsx'

interface Row {
  _id: string
  name: string
  section: string
  /** '': the student has not opened it yet. */
  first: string
  last: string
}

/** The students who have opened a file and those who have not, over the contents. */
export default function OpenersDialog() {
  const t = useAuthoring().contents
  const { close } = useText()
  const list = `/course/${useCourseId()}/content`
  const { author } = useCan()
  const leave = useLeave()
  if (!author) return <Navigate to={list} replace />
  return (
    <Dialog title={t.openedBy} closeLabel={close} onClose={() => leave(list)} size="lg">
      <Title over of={t.openedBy} />
      <Load compact fallback={<Skeleton shape="block" className="h-80" />}>
        <Openers />
      </Load>
    </Dialog>
  )
}

function Openers() {
  const { contents: t, people } = useAuthoring()
  const course_id = useCourseId()
  const { content_id = '' } = useParams()
  const { data: opened } = useSuspenseQuery(query(contentWrites.openers, { course_id, content_id }))
  const { data: roster } = useSuspenseQuery(rosterOf(course_id))
  const rows = useMemo((): Row[] => {
    const byId = new Map(opened.map((one) => [one._id, one]))
    return roster
      .filter(({ role }) => role === 'student')
      .map(({ _id, first, last, section = '' }) => ({
        ...{ _id, name: `${first} ${last}`.trim(), section },
        first: byId.get(_id)?.first_at ?? '',
        last: byId.get(_id)?.last_at ?? '',
      }))
  }, [opened, roster])
  const columns = useMemo(
    (): Column<Row>[] => [
      { id: 'name', label: people.name, width: 16, value: ({ name }) => name },
      { id: 'section', label: people.section, width: 7, value: ({ section }) => section },
      {
        id: 'first',
        label: t.firstOpened,
        width: 12,
        searched: false,
        value: (r) => r.first,
        cell: (r) => r.first && dateTime(r.first),
      },
      {
        id: 'last',
        label: t.lastOpened,
        width: 12,
        searched: false,
        value: (r) => r.last,
        cell: (r) => r.last && dateTime(r.last),
      },
    ],
    [t, people],
  )
  const view = useTable(rows, columns, {})
  const saved = view.chosen.length > 0 ? view.chosen : view.shown
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <TableTools
        label={people.search}
        search={view.search}
        onSearch={view.setSearch}
        count={t.openedCount(rows.filter(({ first }) => first !== '').length, rows.length)}
        chosen={view.chosen.length}
        saveCsv={() => saveCsv(t.openedBy, saved, columns)}
        saveXlsx={() => saveXlsx(t.openedBy, saved, columns)}
      />
      <FoundTable label={t.openedBy} view={view} columns={columns} nobody={people.nobody} showAll={people.showAll} />
    </div>
  )
}
