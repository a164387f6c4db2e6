import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button as PressButton } from 'react-aria-components'
import { useNavigate } from 'react-router'
import { type Group, type Grouping, groups as groupCalls } from '../../../contract/groups.ts'
import { groupWrites } from '../../../contract/staff/groups.ts'
import { MoveToDialog } from '../../changes/MoveToDialog.tsx'
import { revisionOf } from '../../changes/revisions.ts'
import { useThingActions } from '../../changes/useThingActions.tsx'
import { useWrite } from '../../changes/useWrite.ts'
import { isUnpublished, PublishBadge } from '../../common/PublishBadge.tsx'
import { useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { dateTime } from '../../i18n/dates.ts'
import { useLanguage, useText } from '../../i18n/index.ts'
import { callWithHeaders } from '../../loading/call.ts'
import { queries } from '../../loading/queryClient.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { EditIcon, FolderIcon, GroupIcon, PlusIcon, TrashIcon, UploadIcon } from '../../ui/icons.tsx'
import { ActionMenu } from '../../ui/staff/ActionMenu.tsx'
import { Tree } from '../../ui/staff/Tree.tsx'
import { groupingsOf, rosterOf } from '../queries.ts'
import { nameOf } from '../rules.ts'
import { type BoardRow, emptyOf, NONE, nextName, nodesOf, peopleIn, targetOf } from './board.ts'
import { NameDialog } from './NameDialog.tsx'
import { RandomDialog } from './RandomDialog.tsx'

/**
 * The groups of a grouping, and everybody without a group: staff move people by drag, keyboard and menu, many at once.
 */
export default function GroupBoard({ grouping }: { grouping: Grouping }) {
  const { groups: t, publishing, contents, writes } = useAuthoring()
  const { staff, groups: words } = useText()
  const language = useLanguage()
  const course_id = useCourseId()
  const navigate = useNavigate()
  const { data: roster } = useSuspenseQuery(rosterOf(course_id))
  const { busy, write } = useWrite('grouping', { in_use: t.groupInUse })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const [moving, setMoving] = useState<string[]>()
  const [renaming, setRenaming] = useState<Group>()
  const present = grouping.groups.find(({ _id }) => _id === renaming?._id)
  /** The person knows that it failed, maybe because somebody else changed the group: the next press goes from that. */
  const [again, setAgain] = useState(false)
  const [dealing, setDealing] = useState(false)
  const [adding, setAdding] = useState(false)
  const { max_size: most = null, min_size: least = null } = grouping.rules ?? {}
  const nodes = nodesOf(grouping, roster, {
    none: t.none,
    section: staff.announcements.section,
    waits: words.notAccepted,
  })
  const empty = emptyOf(grouping.groups).length
  const ungrouped = nodes[0]?.children?.length ?? 0
  const hasStudents = roster.some(({ role }) => role === 'student')
  const params = { course_id, grouping_id: grouping._id }
  const renew = () => queries.invalidateQueries({ queryKey: groupingsOf(course_id).queryKey })
  const go = (to: string) =>
    void navigate(`/course/${course_id}/group/grouping/${grouping._id}/${to}`, { preventScrollReset: true })
  async function send<R>(what: () => Promise<{ data: R; headers: Headers }>, done: string | ((data: R) => string)) {
    if (!(await write(what, done))) return false
    await renew()
    return true
  }
  const { actionsOf, dialog } = useThingActions<Grouping>({
    noun: 'grouping',
    pathOf: ({ _id }) => `/course/${course_id}/group/grouping/${_id}`,
    publish: ({ revision }, publish_at) =>
      callWithHeaders(groupWrites.editGrouping, { params, body: { publish_at }, revision }),
    remove: ({ revision }) => callWithHeaders(groupWrites.removeGrouping, { params, revision }),
    refusals: { in_use: ({ current }) => t.inUse((current as { name: string }[]).map(({ name }) => name)) },
    onDone: () => void renew(),
  })

  async function move(ids: Iterable<string>, target: string) {
    const people = peopleIn(nodes, ids, target)
    if (people.length === 0) return
    const group_id = target === NONE ? null : target
    const body = { items: people.map((person_id) => ({ person_id, group_id })) }
    setSelected(new Set())
    await send(
      () => callWithHeaders(groupWrites.move, { params, body }),
      ({ scores_changed = 0, begun = [] }) =>
        [t.moved(people.length, scores_changed), writes.beginAgain(begun)].filter(Boolean).join(' '),
    )
  }
  /** The selected rows, if this one is among them, else this one alone. */
  const withSelected = (id: string) => (selected.has(id) ? [...selected] : [id])

  function groupRow(group: Group) {
    const size = group.members.length
    return (
      <>
        <GroupIcon className="text-accent max-sm:hidden" />
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 break-words font-medium">{group.name}</span>
          <span className="text-ink-soft text-sm tabular-nums">
            {most === null ? words.members(size) : t.of(size, most)}
          </span>
          {most !== null && size > most && <Badge tone="wrong">{t.tooMany}</Badge>}
          {least !== null && size < least && <Badge tone="soon">{t.tooFew}</Badge>}
          {group.submitted && <Badge tone="done">{t.submitted}</Badge>}
        </div>
        <ActionMenu
          label={publishing.menu(group.name)}
          actions={[
            {
              id: 'edit',
              label: t.rename,
              icon: <EditIcon />,
              run: () => {
                setAgain(false)
                setRenaming(group)
              },
            },
            selected.size > 0 && {
              id: 'here',
              label: t.moveHere,
              icon: <FolderIcon />,
              run: () => void move(selected, group._id),
            },
            !group.submitted && {
              id: 'remove',
              label: publishing.remove,
              icon: <TrashIcon />,
              danger: true,
              run: () =>
                void send(
                  () =>
                    callWithHeaders(groupWrites.removeGroup, {
                      params: { ...params, group_id: group._id },
                      revision: revisionOf(group),
                    }),
                  publishing.removedToast,
                ),
            },
          ]}
        />
      </>
    )
  }

  function row(of: BoardRow) {
    if ('group' in of) return groupRow(of.group)
    if ('none' in of)
      return (
        <p className="flex min-h-11 min-w-0 flex-1 items-center gap-3">
          <span className="font-medium">{t.none}</span>
          <span className="text-ink-soft text-sm tabular-nums">{t.people(of.none)}</span>
        </p>
      )
    const { person } = of
    return (
      <>
        <Avatar id={person._id} name={nameOf(person)} src={person.img} size={28} />
        <p className="min-w-0 flex-1 break-words">
          {nameOf(person)} {person.note && <span className="text-ink-soft text-sm">{person.note}</span>}
        </p>
        <PressButton
          className="staff-button"
          aria-label={t.movePerson(nameOf(person))}
          onPress={() => setMoving(withSelected(person._id))}
        >
          <FolderIcon />
        </PressButton>
      </>
    )
  }

  return (
    <Card
      pad="sm"
      className={cx(
        'grid grid-cols-[minmax(0,1fr)] gap-3',
        isUnpublished(grouping) && 'border-line-strong border-dashed',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {selected.size > 0 ? (
          <Button pending={busy} onClick={() => setMoving([...selected])}>
            {t.moveTo}
          </Button>
        ) : (
          <Button
            variant={ungrouped > 0 ? 'primary' : 'quiet'}
            idle={ungrouped === 0}
            pending={busy}
            onClick={() => setDealing(true)}
          >
            {t.random}
          </Button>
        )}
        <div className="ml-auto flex items-center gap-2 sm:order-last">
          <PublishBadge at={grouping.publish_at} when={(at) => staff.announcements.goesOut(dateTime(at))} />
          <ActionMenu
            label={publishing.menu(grouping.grouping_name)}
            actions={[
              { id: 'add', label: t.addGroup, icon: <PlusIcon />, run: () => setAdding(true) },
              { id: 'import', label: t.import, icon: <UploadIcon />, run: () => go('import') },
              empty > 0 && {
                id: 'tidy',
                label: t.removeEmpty(empty),
                icon: <TrashIcon />,
                run: () =>
                  void send(
                    () => callWithHeaders(groupWrites.removeEmpty, { params }),
                    ({ groups }) => (emptyOf(groups).length > 0 ? t.emptyStay : t.emptyRemoved),
                  ),
              },
              ...actionsOf(grouping),
            ]}
          />
        </div>
        <span role="status" className="text-ink-soft text-sm tabular-nums max-sm:basis-full">
          {selected.size > 0 ? t.selected(selected.size) : hasStudents && t.ungrouped(ungrouped)}
        </span>
      </div>
      <Tree
        label={grouping.grouping_name}
        language={language}
        words={contents.tree}
        nodes={nodes}
        selected={selected}
        onSelect={setSelected}
        expanded={expanded}
        onExpand={setExpanded}
        onOpen={() => {}}
        onMove={(ids, place) => {
          const target = targetOf(nodes, place)
          if (target) void move(ids, target)
        }}
        render={({ of }) => row(of)}
      />
      {moving && (
        <MoveToDialog
          title={t.moveTo}
          searchLabel={t.searchGroups}
          places={nodes.map(({ id, name }) => ({ id, name }))}
          onMove={(target) => void move(moving, target)}
          onClose={() => setMoving(undefined)}
        />
      )}
      {adding && (
        <NameDialog
          {...{ title: t.addGroup, action: t.addNow, start: nextName(grouping.groups, t.groupName), busy }}
          place={grouping._id}
          onName={(name) => send(() => callWithHeaders(groupCalls.create, { params, body: { name } }), t.groupAdded)}
          onClose={() => setAdding(false)}
        />
      )}
      {renaming && (
        <NameDialog
          {...{ title: t.rename, action: publishing.save, start: renaming.name, busy }}
          place={renaming._id}
          theirs={present?.name === renaming.name ? undefined : present?.name}
          onName={async (name) => {
            const now = again ? present : undefined
            const done = await send(
              () =>
                callWithHeaders(groupWrites.editGroup, {
                  params: { ...params, group_id: renaming._id },
                  body: { name },
                  revision: revisionOf(now ?? renaming),
                }),
              publishing.savedToast,
            )
            setAgain(!done)
            return done
          }}
          onClose={() => setRenaming(undefined)}
        />
      )}
      {dealing && (
        <RandomDialog
          people={ungrouped}
          {...{ least, most }}
          onDeal={(body) =>
            void send(
              () => callWithHeaders(groupWrites.random, 'size' in body ? { params, body } : { params, body }),
              t.dealt,
            )
          }
          onClose={() => setDealing(false)}
        />
      )}
      {dialog}
    </Card>
  )
}
