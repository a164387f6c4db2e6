import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Outlet, useNavigate, useParams } from 'react-router'
import { worksheetOf } from '../assignments/queries.ts'
import { GoneNote } from '../changes/GoneNote.tsx'
import { AppLink } from '../common/AppLink.tsx'
import { Title } from '../common/Title.tsx'
import { useOpen } from '../common/useOpen.ts'
import { useWide } from '../common/useWide.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { NotFound } from '../errors/ErrorScreens.tsx'
import { useAuthoring } from '../i18n/authoring.ts'
import { number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { useOffline } from '../offline/useOffline.tsx'
import { useMe } from '../session/queries.ts'
import { FoundTable } from '../tables/FoundTable.tsx'
import { saveCsv, saveXlsx } from '../tables/files.ts'
import { byNumber } from '../tables/rows.ts'
import { TableTools } from '../tables/TableTools.tsx'
import { useTable } from '../tables/useTable.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { SearchDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { EyeOffIcon, GroupIcon, LockIcon, SendIcon } from '../ui/icons.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { ActionMenu } from '../ui/staff/ActionMenu.tsx'
import { DivisionDialog } from './DivisionDialog.tsx'
import { NamesHidden } from './NamesHidden.tsx'
import { PlannedReleases } from './PlannedReleases.tsx'
import { Progress } from './Progress.tsx'
import { submissionsOf } from './queries.ts'
import { ReleaseDialog } from './ReleaseDialog.tsx'
import { columnsOf, filters, gradable, isHandedIn, NOBODY, nameOf, type Row, rowsOf, waits, whoIn } from './rows.tsx'
import { useHiddenNames } from './useHiddenNames.ts'

/** The submissions of an assignment, with the progress of grading. */
export default function SubmissionsScreen() {
  if (!useCan().grade) return <NotFound inside />
  return (
    <Load fallback={<ListSkeleton />}>
      <Submissions />
      <Outlet />
    </Load>
  )
}

const states = ['submitted', 'asked', 'graded', 'released', 'in_progress', 'not_begun'] as const

function Submissions() {
  const text = useText()
  const { grading: t, statistics } = useAuthoring()
  const course_id = useCourseId()
  const { asgn_id = '' } = useParams()
  const can = useCan()
  const navigate = useNavigate()
  const { data: assignment } = useSuspenseQuery(worksheetOf(course_id, asgn_id))
  const { data, error } = useSuspenseQuery(submissionsOf(course_id, asgn_id))
  const rows = useMemo(() => rowsOf(data.items), [data])
  const [asked, setAsked, close] = useOpen<'release' | 'takeBack' | 'divide'>()
  const setHidden = useHiddenNames(asgn_id)
  const most = assignment.assignment_score
  const answered = rows.some(isHandedIn) && (assignment.assignment_text || assignment.assignment_questionset.length > 0)
  // The grading screen goes through the list that is open here.
  const path = `/course/${course_id}/assignments/${asgn_id}`
  const columns = useMemo(
    () =>
      columnsOf({
        t,
        rows,
        most,
        named: (row) => whoIn(row, t),
        to: (id) => `${path}/grading/${id}${location.search}`,
      }),
    [t, rows, most, path],
  )
  const view = useTable<Row>(rows, columns, filters)
  const { shown, chosen } = view
  // Of a part of the list, nobody means the works that do not stand there.
  const about = chosen.length > 0 ? chosen : shown
  const isAll = chosen.length === 0 && !view.narrowed
  const offline = useOffline(asgn_id, chosen)
  // On a phone the links to other screens are in one line, so that the list begins high.
  const size = useWide() ? 'md' : 'sm'
  const works = gradable(chosen.length > 0 ? chosen : shown)
  const first = works.find(waits) ?? works[0]
  const name = assignment.assignment_name
  const sections = [...new Set(rows.map(({ section }) => section).filter(Boolean))].sort(byNumber)
  const { _id: me } = useMe()
  const graders = new Map(rows.flatMap(({ assigned_to: one }) => (one ? [[one._id, nameOf(one)] as const] : [])))
  // A notification leads to the person's own works, which may be somebody else's by now.
  const isMine = graders.delete(me) || view.filter('grader') === me
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Title of={`${t.submissions}: ${name}`} />
      <GoneNote error={error} />
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap gap-x-4 text-ink-soft text-sm">
            <AppLink to={`/course/${course_id}/assignments`} look="text" className="touch-target">
              {text.course.tabs.assignments}
            </AppLink>
            {most > 0 && (
              <span>
                {text.assignments.maximumScore}: {number(most)}
              </span>
            )}
          </p>
          <h2 className="break-words font-semibold text-xl tracking-tight max-sm:text-lg">{name}</h2>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <AppLink to={`${path}/statistics`} className={buttonClass('quiet', size)}>
            {statistics.title}
          </AppLink>
          {answered && (
            <AppLink to={`${path}/answers`} className={buttonClass('quiet', size)}>
              {t.byQuestion}
            </AppLink>
          )}
          {first?.submission && (
            <AppLink
              to={`${path}/grading/${first.submission}${location.search}`}
              className={buttonClass('primary', size)}
            >
              {t.startGrading(works.filter(waits).length)}
            </AppLink>
          )}
        </div>
      </div>
      {rows.length === 0 ? (
        <Empty drawing={<SearchDrawing />} title={t.nobodyYet} text={t.nobodyYetText} />
      ) : (
        <>
          {data.names_hidden && <NamesHidden asgnId={asgn_id} />}
          {data.asked[0] && (
            <Alert
              tone="late"
              action={
                <AppLink
                  to={`${path}/grading/${data.asked[0]}${location.search}`}
                  className={buttonClass('quiet', 'sm')}
                >
                  {t.regrades.openNamed}
                </AppLink>
              }
            >
              {t.regrades.named(data.asked.length)}
            </Alert>
          )}
          <Progress rows={rows} onPick={(grader) => view.setFilter('grader', grader)} />
          <PlannedReleases asgnId={asgn_id} />
          <TableTools
            label={t.search}
            search={view.search}
            onSearch={view.setSearch}
            count={t.count(shown.length, rows.length)}
            chosen={chosen.length}
            saveCsv={() => saveCsv(name, chosen.length > 0 ? chosen : shown, columns)}
            saveXlsx={() => saveXlsx(name, chosen.length > 0 ? chosen : shown, columns)}
            actions={
              <>
                {can.release && (
                  <Button
                    size="sm"
                    icon={<SendIcon size={18} className="max-sm:hidden" />}
                    onClick={() => setAsked('release')}
                  >
                    {isAll ? t.releaseAll : chosen.length > 0 ? t.releaseChosen : t.releaseShown(shown.length)}
                  </Button>
                )}
                <ActionMenu
                  label={t.more}
                  actions={[
                    { id: 'divide', label: t.divide, icon: <GroupIcon />, run: () => setAsked('divide') },
                    ...offline,
                    can.release &&
                      !data.names_hidden && {
                        id: 'hide',
                        label: t.hideNames,
                        icon: <EyeOffIcon />,
                        run: () => void setHidden(true),
                      },
                    can.release && {
                      id: 'back',
                      label: t.takeBack,
                      icon: <LockIcon />,
                      danger: true,
                      run: () => setAsked('takeBack'),
                    },
                  ]}
                />
              </>
            }
          >
            <Select
              label={t.state}
              hideLabel
              value={view.filter('state')}
              onChange={(state) => view.setFilter('state', state)}
              options={[
                { value: '', label: t.everyState },
                ...states.map((value) => ({ value, label: t.states[value] })),
              ]}
            />
            {(graders.size > 0 || isMine) && (
              <Select
                label={t.assigned}
                hideLabel
                value={view.filter('grader')}
                onChange={(grader) => view.setFilter('grader', grader)}
                options={[
                  { value: '', label: t.everyGrader },
                  ...(isMine ? [{ value: me, label: t.mine }] : []),
                  ...[...graders].map(([value, label]) => ({ value, label })),
                  { value: NOBODY, label: t.noGrader },
                ]}
              />
            )}
            {sections.length > 1 && (
              <Select
                label={t.section}
                hideLabel
                value={view.filter('section')}
                onChange={(section) => view.setFilter('section', section)}
                options={[
                  { value: '', label: t.everySection },
                  ...sections.map((value) => ({ value, label: t.inSection(value) })),
                ]}
              />
            )}
          </TableTools>
          <FoundTable
            label={t.submissions}
            view={view}
            columns={columns}
            nobody={t.nobody}
            showAll={t.showAll}
            onKey={(key, row) => {
              if (key !== 'g' || !row.submission) return undefined
              void navigate(`${path}/grading/${row.submission}${location.search}`)
              return 'stay'
            }}
          />
        </>
      )}
      {(asked === 'release' || asked === 'takeBack') && (
        <ReleaseDialog asgnId={asgn_id} rows={about} all={isAll} takeBack={asked === 'takeBack'} onClose={close} />
      )}
      {asked === 'divide' && <DivisionDialog asgnId={asgn_id} rows={about} onClose={close} />}
    </div>
  )
}

function ListSkeleton() {
  return (
    <SkeletonGroup label={useText().loading} className="grid gap-4">
      <Skeleton className="w-64 text-xl" />
      <Skeleton shape="block" className="h-11" />
      <Skeleton shape="block" className="h-80" />
    </SkeletonGroup>
  )
}
