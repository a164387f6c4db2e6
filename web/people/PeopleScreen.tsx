import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCan } from '../courses/membership.ts'
import { courseOf, useCourseId } from '../courses/queries.ts'
import { NotFound } from '../errors/ErrorScreens.tsx'
import { rosterOf } from '../groups/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { useLanguage, useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { saveCsv, saveXlsx, tsvOf } from '../tables/files.ts'
import { TableTools } from '../tables/TableTools.tsx'
import { useTable } from '../tables/useTable.ts'
import { Button } from '../ui/Button.tsx'
import { SearchDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Combobox } from '../ui/staff/Combobox.tsx'
import { Table } from '../ui/staff/Table.tsx'
import { columnsOf, filters, NO_SECTION, sectionsIn } from './columns.tsx'

/** Everyone on the course, for its staff. */
export default function PeopleScreen() {
  if (useCan().work) return <NotFound inside />
  return (
    <Load fallback={<PeopleSkeleton />}>
      <People />
    </Load>
  )
}

function People() {
  const text = useText()
  const { people: t, table, combobox } = useAuthoring()
  const language = useLanguage()
  const courseId = useCourseId()
  const course = useSuspenseQuery(courseOf(courseId)).data
  const { data: roster } = useSuspenseQuery(rosterOf(courseId))
  const columns = useMemo(() => columnsOf(t, text.roles), [t, text.roles])
  const view = useTable(roster, columns, filters)
  const { shown, chosen } = view
  // With a selection, only what is selected.
  const saved = chosen.length > 0 ? chosen : shown
  const name = `${t.title} ${course.course_code}`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="sr-only">{t.title}</h2>
      <TableTools
        label={t.search}
        search={view.search}
        onSearch={view.setSearch}
        count={t.count(shown.length, roster.length)}
        chosen={chosen.length}
        saveCsv={() => saveCsv(name, saved, columns)}
        saveXlsx={() => saveXlsx(name, saved, columns)}
      >
        <Select
          label={t.role}
          hideLabel
          value={view.filter('role')}
          onChange={(role) => view.setFilter('role', role)}
          options={[
            { value: '', label: t.everyRole },
            ...(['student', 'assistant', 'instructor'] as const).map((value) => ({ value, label: text.roles[value] })),
          ]}
        />
        <Combobox
          label={t.section}
          hideLabel
          language={language}
          words={combobox}
          value={view.filter('section')}
          onChange={(section) => view.setFilter('section', section)}
          options={[
            { value: '', label: t.everySection },
            ...sectionsIn(roster).map((value) => ({
              value,
              label: value === NO_SECTION ? t.noSection : text.staff.announcements.section(value),
            })),
          ]}
        />
      </TableTools>
      <Table
        label={t.title}
        rows={shown}
        columns={columns}
        sort={view.sort}
        onSort={view.sortBy}
        selected={view.selected}
        onSelect={view.select}
        copied={() => tsvOf(chosen, columns)}
        words={table}
        empty={
          <Empty
            compact
            drawing={<SearchDrawing />}
            title={t.nobody}
            action={view.narrowed && <Button onClick={view.showAll}>{t.showAll}</Button>}
          />
        }
      />
    </div>
  )
}

function PeopleSkeleton() {
  return (
    <SkeletonGroup label={useText().loading} className="grid gap-4">
      <Skeleton shape="block" className="h-11" />
      <Skeleton className="w-32 text-sm" />
      <Skeleton shape="block" className="h-80" />
    </SkeletonGroup>
  )
}
