import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { textOf } from '../../../contract/staff/cellText.ts'
import type { GradeColumn } from '../../../contract/staff/gradebook.ts'
import { Present, usePresent } from '../../changes/Present.tsx'
import { AppLink } from '../../common/AppLink.tsx'
import { useOpen } from '../../common/useOpen.ts'
import { useCan } from '../../courses/membership.ts'
import { courseOf, useCourseId } from '../../courses/queries.ts'
import { LeaveGuard } from '../../forms/LeaveGuard.tsx'
import { useDiscard } from '../../forms/useDiscard.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { number } from '../../i18n/dates.ts'
import { byNumber } from '../../tables/rows.ts'
import { TableTools } from '../../tables/TableTools.tsx'
import { useTable } from '../../tables/useTable.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { ArrowLeftIcon, HistoryIcon, PlusIcon, SettingsIcon, UploadIcon } from '../../ui/icons.tsx'
import { Select } from '../../ui/Select.tsx'
import { ActionMenu } from '../../ui/staff/ActionMenu.tsx'
import { toast } from '../../ui/Toast.tsx'
import { gradesOf } from '../staffQueries.ts'
import { BatchConflictNote } from './BatchConflictNote.tsx'
import { CellDialog } from './CellDialog.tsx'
import { ColumnDialog } from './ColumnDialog.tsx'
import { CurveDialog } from './CurveDialog.tsx'
import { FIRST, type GradeRow, nameOf, type Place, scoreIn } from './cells.ts'
import { FinalDialog } from './FinalDialog.tsx'
import { GradeGrid } from './GradeGrid.tsx'
import { asColumns, shownText, totalText, useTotals } from './gradeColumns.ts'
import { SetupDialog } from './SetupDialog.tsx'
import { saveGrades } from './saveGrades.ts'
import { filters, NO_SECTION } from './sections.ts'
import { TotalDialog } from './TotalDialog.tsx'
import { useCells } from './useCells.ts'
import { WithoutColumn } from './WithoutColumn.tsx'

type Open =
  | { dialog: 'add' | 'setup' | 'final' }
  | { dialog: 'column' | 'curve'; column: GradeColumn }
  | { dialog: 'total'; person: string }
  | { dialog: 'cell'; at: CellOf }

/** The key of a cell, whatever the order of rows and columns. */
interface CellOf {
  person: string
  gradable: string
}

/** The whole gradebook, for people who may grade. */
export function Grades() {
  const { grades: t, gradeTables: words, history, people } = useAuthoring()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const courseId = useCourseId()
  const course = useSuspenseQuery(courseOf(courseId)).data
  const table = useSuspenseQuery(gradesOf(courseId)).data
  const { grade, release } = useCan()
  const { totals, isMissing } = useTotals(table)
  const [open, setOpen, close] = useOpen<Open>()
  /** The focused cell; null: a name, a total or a heading. */
  const [place, setPlace] = useState<CellOf | null>()
  const { pending, write, undoLast, unsaved, isKept, sendAgain, discard, conflict, take, sent } = useCells(
    courseId,
    table,
  )
  const discardAll = useDiscard(discard)
  const others = useOthers(courseId)
  const columns = useMemo(() => asColumns(table, totals, t), [table, totals, t])
  const view = useTable<GradeRow>(table.rows, columns, filters)
  const rows = view.shown
  const sections = [...new Set(table.rows.map(filters.section))].sort(byNumber)
  const file = `${t.title} ${course.course_code}`
  async function save(kind: 'csv' | 'xlsx') {
    await sent()
    await saveGrades(file, kind, courseId, view.filter('section'))
  }
  const cellAt = ({ row, column }: Place): CellOf | undefined => {
    const [person, gradable] = [rows[row]?._id, table.columns[column - FIRST]?._id]
    return person && gradable ? { person, gradable } : undefined
  }
  const sayClosed = () => toast(t.closedWhy)
  const openCell = (at: CellOf | null | undefined) => at && setOpen({ dialog: 'cell', at })
  const isClosed = ({ row, column }: Place) => rows[row]?.cells[column - FIRST] === 'closed'
  const at = open?.dialog === 'cell' ? open.at : place === undefined ? cellAt({ row: 0, column: FIRST }) : place
  const row = table.rows.find(({ _id }) => _id === at?.person)
  const index = table.columns.findIndex(({ _id }) => _id === at?.gradable)
  const column = table.columns[index]
  const ofTotal = open?.dialog === 'total' ? table.rows.find(({ _id }) => _id === open.person) : undefined
  const isOpenCell = row?.cells[index] !== 'closed'
  function shownIn(row: GradeRow, column: GradeColumn): string {
    const waiting = pending.get(row._id)
    const isPending = waiting?.has(column._id) ?? false
    const value = isPending ? (waiting?.get(column._id) ?? null) : scoreIn(row.cells[index])
    if (value === 'excused') return t.excused
    if (value === null && isMissing(column, row)) return t.missing
    return (isPending ? textOf(value) : shownText(value, column, row)) || '–'
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <TableTools
        label={t.search}
        search={view.search}
        onSearch={view.setSearch}
        count={t.count(rows.length, table.rows.length)}
        chosen={0}
        saveCsv={() => save('csv')}
        saveXlsx={() => save('xlsx')}
        actions={
          grade && (
            <>
              <Button size="sm" icon={<PlusIcon size={18} />} onClick={() => setOpen({ dialog: 'add' })}>
                {t.addColumn}
              </Button>
              <ActionMenu
                label={t.more}
                actions={[
                  {
                    ...{ id: 'import', label: words.import, icon: <UploadIcon size={18} /> },
                    run: () => void navigate('import', { state: { from: pathname + search } }),
                  },
                  {
                    ...{ id: 'setup', label: t.setUp, icon: <SettingsIcon size={18} /> },
                    run: () => setOpen({ dialog: 'setup' }),
                  },
                  { id: 'undo', label: t.undoLast, icon: <ArrowLeftIcon size={18} />, run: () => void undoLast() },
                  {
                    ...{ id: 'history', label: history.title, icon: <HistoryIcon size={18} /> },
                    run: () => void navigate(`/course/${courseId}/history?area=grades`),
                  },
                  release && {
                    ...{ id: 'final', label: t.final, icon: <SettingsIcon size={18} /> },
                    run: () => setOpen({ dialog: 'final' }),
                  },
                ]}
              />
            </>
          )
        }
      >
        <Select
          label={t.section}
          hideLabel
          value={view.filter('section')}
          onChange={(section) => view.setFilter('section', section)}
          options={[
            { value: '', label: t.everySection },
            ...sections.map((value) => ({ value, label: value === NO_SECTION ? t.noSection : value })),
          ]}
        />
      </TableTools>
      {grade && table.without.length > 0 && <WithoutColumn table={table} />}
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        {row && column ? (
          <>
            <span className="wrap-anywhere">
              {t.historyOf(nameOf(row), column.gradable_name)}:{' '}
              <strong className="tabular-nums">{isOpenCell ? shownIn(row, column) : t.closed}</strong> /{' '}
              {number(column.gradable_score)}
            </span>
            {isOpenCell ? (
              <Button size="sm" onClick={() => openCell(at)}>
                {t.history}
              </Button>
            ) : (
              <span className="text-ink-soft">{t.closedWhy}</span>
            )}
          </>
        ) : (
          table.columns.length === 0 && <span className="text-ink-soft">{t.noColumns}</span>
        )}
        <span className="ml-auto">
          <Present
            thing={courseId}
            doing={grade ? 'editing' : 'looking'}
            place={row && column && `${row._id}/${column._id}`}
          />
        </span>
      </div>
      <LeaveGuard when={!isKept && (pending.size > 0 || conflict !== undefined)} />
      <GradeGrid
        label={t.title}
        rows={rows}
        columns={table.columns}
        pending={pending}
        others={others}
        total={(row) => totalText(totals(row))}
        isMissing={isMissing}
        sort={view.sort}
        onSort={view.sortBy}
        onColumn={(column) => grade && setOpen({ dialog: 'column', column })}
        onTotal={({ _id }) => setOpen({ dialog: 'total', person: _id })}
        onHistory={(at) => (isClosed(at) ? sayClosed() : openCell(cellAt(at)))}
        onWrite={(cells) => write(rows, cells)}
        onEdge={() => toast(t.edge)}
        onWrong={(text) => toast(t.wrong(text), 'wrong')}
        onTooLarge={({ rows, columns }) => toast(t.tooLarge(rows, columns), 'wrong')}
        onClosed={sayClosed}
        onLost={(text) => toast(t.lost(text), 'wrong')}
        onUndo={() => void undoLast()}
        onPlace={(at) => setPlace(cellAt(at) ?? null)}
        canWrite={grade}
        words={{ ...t, edit: t.column }}
        empty={
          table.rows.length > 0 ? (
            <p>{t.nobody}</p>
          ) : (
            <p>
              {t.noStudents}{' '}
              <AppLink to={`/course/${courseId}/people`} look="text" className="touch-target">
                {people.title}
              </AppLink>
            </p>
          )
        }
      />
      {grade && rows.length > 0 && table.columns.length > 0 && (
        <p className="text-ink-soft text-sm max-sm:hidden">{t.keys}</p>
      )}
      {(unsaved > 0 || conflict) && (
        // A note at the lower edge: it appears by itself and must not move the table.
        <div
          data-save-bar
          className="sticky bottom-[calc(var(--bottom-bar)+1rem)] z-10 grid gap-2 rounded-md bg-card shadow-lifted"
        >
          {unsaved > 0 && (
            <Alert
              live
              tone="wrong"
              action={
                <span className="flex flex-wrap gap-2">
                  <Button size="sm" variant="primary" onClick={sendAgain}>
                    {t.sendAgain}
                  </Button>
                  <Button size="sm" onClick={discardAll}>
                    {t.discard}
                  </Button>
                </span>
              }
            >
              {t.unsaved(unsaved)}
            </Alert>
          )}
          {conflict && <BatchConflictNote cells={conflict} onTake={take} />}
        </div>
      )}
      {open?.dialog === 'add' && <ColumnDialog table={table} onClose={close} />}
      {open?.dialog === 'column' && (
        <ColumnDialog
          key={open.column._id}
          column={table.columns.find(({ _id }) => _id === open.column._id) ?? open.column}
          table={table}
          onCurve={() => setOpen({ ...open, dialog: 'curve' })}
          onClose={close}
        />
      )}
      {open?.dialog === 'curve' && <CurveDialog column={open.column} rows={table.rows} onClose={close} />}
      {open?.dialog === 'setup' && <SetupDialog table={table} onClose={close} />}
      {open?.dialog === 'final' && <FinalDialog table={table} onClose={close} />}
      {ofTotal && (
        <TotalDialog
          row={ofTotal}
          columns={table.columns}
          total={totals(ofTotal)}
          onHistory={(gradable) => openCell({ person: ofTotal._id, gradable })}
          onClose={close}
        />
      )}
      {open?.dialog === 'cell' && row && column && (
        <CellDialog
          row={row}
          column={column}
          value={scoreIn(row.cells[index])}
          onWrite={
            grade ? (score, reason) => write([row], [{ row: 0, column: index + FIRST, score }], reason) : undefined
          }
          onClose={close}
        />
      )}
    </div>
  )
}

/** The first names of other people in cells, by person and column of the cell. */
function useOthers(courseId: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const present = usePresent(courseId)
  return useMemo(() => {
    const others = new Map<string, Map<string, string>>()
    for (const { first, place } of present ?? []) {
      const [person = '', column = ''] = place.split('/')
      if (column) others.set(person, new Map(others.get(person)).set(column, first))
    }
    return others
  }, [present])
}
