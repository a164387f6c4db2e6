import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { Outlet, useNavigate } from 'react-router'
import { useCan } from '../courses/membership.ts'
import { courseOf, useCourseId } from '../courses/queries.ts'
import { NotFound } from '../errors/ErrorScreens.tsx'
import { rosterOf } from '../groups/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { useLanguage, useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { FoundTable } from '../tables/FoundTable.tsx'
import { saveCsv, saveXlsx } from '../tables/files.ts'
import { TableTools } from '../tables/TableTools.tsx'
import { useTable } from '../tables/useTable.ts'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { LockIcon, MailIcon, PlusIcon, TrashIcon, UploadIcon } from '../ui/icons.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { ActionMenu } from '../ui/staff/ActionMenu.tsx'
import { Combobox } from '../ui/staff/Combobox.tsx'
import { columnsOf, filters, type ListedPerson, NO_SECTION, nameOf, sectionsIn, waits } from './columns.tsx'
import { PeopleBar } from './PeopleBar.tsx'
import { pendingOf } from './queries.ts'
import { addressTo } from './useAddressees.ts'
import { usePeopleWrites } from './usePeopleWrites.ts'

/** Everyone on the course, for its staff; dialogs about them open over it. */
export default function PeopleScreen() {
  if (useCan().work) return <NotFound inside />
  return (
    <>
      <Load fallback={<PeopleSkeleton />}>
        <People />
      </Load>
      <Outlet />
    </>
  )
}

function People() {
  const text = useText()
  const { people: t, combobox } = useAuthoring()
  const language = useLanguage()
  const courseId = useCourseId()
  const course = useSuspenseQuery(courseOf(courseId)).data
  const { data: roster } = useSuspenseQuery(rosterOf(courseId))
  const { people: may, author } = useCan()
  const navigate = useNavigate()
  const { data: pending } = useQuery({ ...pendingOf(courseId), enabled: may })
  const rows = useMemo(() => [...roster, ...(pending ?? [])], [roster, pending])
  const writes = usePeopleWrites()
  const sections = useId()
  const { edit } = writes
  // biome-ignore lint/correctness/useExhaustiveDependencies: a write is made anew with each drawing, and does the same
  const columns = useMemo(
    () =>
      columnsOf({
        t,
        roles: text.roles,
        courseId,
        ...(may && { edit: (person, place) => void edit([person], place, t.changed(1)), sections }),
      }),
    [t, text.roles, courseId, may, sections],
  )
  const view = useTable<ListedPerson>(rows, columns, filters)
  const { shown, chosen } = view
  // With a selection, only the selected people.
  const saved = chosen.length > 0 ? chosen : shown
  const name = `${t.title} ${course.course_code}`
  // People who have never signed in have no notifications.
  const addressees = chosen.filter((one) => !waits(one)).map((one) => ({ _id: one._id, name: nameOf(one) }))
  const known = sectionsIn(rows).filter((value) => value !== NO_SECTION)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="sr-only">{t.title}</h2>
      <TableTools
        label={t.search}
        search={view.search}
        onSearch={view.setSearch}
        count={t.count(shown.length, rows.length)}
        chosen={chosen.length}
        saveCsv={() => saveCsv(name, saved, columns)}
        saveXlsx={() => saveXlsx(name, saved, columns)}
        actions={(may || author) && <Tools />}
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
            ...sectionsIn(rows).map((value) => ({
              value,
              label: value === NO_SECTION ? t.noSection : text.staff.announcements.section(value),
            })),
          ]}
        />
      </TableTools>
      {(may || author) && chosen.length > 0 && (
        <PeopleBar
          count={chosen.length}
          busy={writes.busy}
          sections={sections}
          edits={
            may
              ? {
                  onRole: (role) => void writes.edit(chosen, { role }, t.changed(chosen.length)),
                  onSection: (section) => void writes.edit(chosen, { section }, t.changed(chosen.length)),
                  onRemove: () => void writes.remove(chosen).then((done) => done && view.select(new Set())),
                }
              : undefined
          }
          onMessage={
            author && addressees.length > 0
              ? () => void navigate(addressTo(addressees), { state: { people: addressees } })
              : undefined
          }
          onClear={() => view.select(new Set())}
        />
      )}
      <datalist id={sections}>
        {known.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
      <FoundTable label={t.title} view={view} columns={columns} nobody={t.nobody} showAll={t.showAll} />
    </div>
  )
}

/** Buttons to add people and to write to all, and to see removed ones. */
function Tools() {
  const t = useAuthoring().people
  const { people: may, author } = useCan()
  const navigate = useNavigate()
  return (
    <>
      {may && (
        <ButtonLink to="add" size="sm" variant="primary" icon={<PlusIcon size={18} />} preventScrollReset>
          {t.add}
        </ButtonLink>
      )}
      <ActionMenu
        label={t.more}
        actions={[
          author && {
            id: 'message',
            label: t.messageAll,
            icon: <MailIcon size={18} />,
            run: () => void navigate('message'),
          },
          may && { id: 'import', label: t.import, icon: <UploadIcon size={18} />, run: () => void navigate('import') },
          may && {
            ...{ id: 'invitations', label: t.invitations, icon: <LockIcon size={18} /> },
            run: () => void navigate('invitations'),
          },
          may && {
            ...{ id: 'removed', label: t.showRemoved, icon: <TrashIcon size={18} /> },
            run: () => void navigate('removed'),
          },
        ]}
      />
    </>
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
