import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import type { ContentItem } from '../../../contract/contents.ts'
import { asNow, tomorrow } from '../../changes/publishing.ts'
import { ScheduleDialog } from '../../changes/ScheduleDialog.tsx'
import { isUnpublished } from '../../common/PublishBadge.tsx'
import { useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useLanguage, useText } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { PlaneDrawing, SearchDrawing } from '../../ui/drawings.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { EditIcon, FolderIcon, UploadIcon } from '../../ui/icons.tsx'
import type { Place, TreeNode } from '../../ui/staff/nodes.ts'
import { Tree } from '../../ui/staff/Tree.tsx'
import { toast } from '../../ui/Toast.tsx'
import { FoundCount, useContentSearch } from '../ContentSearch.tsx'
import { contentsOf } from '../queries.ts'
import { search } from '../tree.ts'
import { ContentRow } from './ContentRow.tsx'
import { EditRow } from './EditRow.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { type Order, orderFor, orderForStep, withAllIn } from './order.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { useActions } from './useActions.tsx'
import { useContentWrites } from './useContentWrites.ts'
import { useFileDrop } from './useFileDrop.ts'
import { usePickers, useUploads } from './useUploads.ts'

// Kept as long as the application is open, so that folders stay open when the person comes back from a file.
let lastExpanded: ReadonlySet<string> = new Set()

/** An item of the tree, with the place that its row shows. */
export interface InTree {
  item: ContentItem
  folders: string[]
  isHidden: boolean
}

const nodesOf = (items: ContentItem[], isHidden = false): TreeNode<InTree>[] =>
  items.map((item) => ({
    id: item._id,
    name: item.file_name,
    of: { item, folders: [], isHidden },
    ...(item.children && { children: nodesOf(item.children, isHidden || isUnpublished(item)) }),
  }))

/** The contents of the course for staff, edited and ordered in the layout that students read. */
export default function StaffContents() {
  const { contents: words } = useText()
  const t = useAuthoring().contents
  const language = useLanguage()
  const courseId = useCourseId()
  const navigate = useNavigate()
  const { pathname, search: query } = useLocation()
  const { data } = useSuspenseQuery(contentsOf(courseId))
  const { wanted, field } = useContentSearch()
  const matches = wanted.trim() ? search(data, wanted) : undefined
  const writes = useContentWrites()
  const { upload, replace } = useUploads(writes, data)
  const pickers = usePickers()
  const over = useFileDrop((files, folder) => upload(files, folder))
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [expanded, setExpanded] = useState(lastExpanded)
  const [editing, setEditing] = useState<string>()
  const [moving, setMoving] = useState<ContentItem[]>()
  const [scheduling, setScheduling] = useState<ContentItem>()

  const all = data.flatMap(withAllIn)
  const chosen = all.filter(({ _id }) => selected.has(_id))
  const folder = over ? all.find(({ _id }) => _id === over) : undefined

  function expand(ids: ReadonlySet<string>) {
    lastExpanded = ids
    setExpanded(ids)
  }
  const open = (id: string) =>
    void navigate(`/course/${courseId}/content/${id}/view`, { state: { from: pathname + query } })

  function move(order: Order | undefined, count: number) {
    if (order) void writes.move(order, count)
    else toast(t.notInside, 'wrong')
  }
  /** A thing that moved into a folder may be out of sight: a later press must not reach it there. */
  function moveInto(order: Order | undefined, count: number) {
    if (order) setSelected(new Set())
    move(order, count)
  }
  const moveTo = (ids: string[], place: Place) =>
    ('on' in place ? moveInto : move)(orderFor(data, ids, place), ids.length)

  /** Publishing a folder publishes the drafts in it. */
  async function publish(items: ContentItem[], at: string, done: (n: number) => string) {
    const drafts = items.flatMap(withAllIn).filter((item) => items.includes(item) || item.publish_at === null)
    const these = [...new Set(drafts)].filter(isUnpublished)
    await writes.publish(these, at, done(these.length))
  }
  const unpublish = (items: ContentItem[]) => {
    const these = items.filter(({ publish_at }) => publish_at !== null)
    return writes.publish(these, null, t.unpublished(these.length))
  }
  const remove = async (items: ContentItem[]) => {
    if (await writes.remove(items)) setSelected(new Set())
  }
  function leaveRow(id: string) {
    flushSync(() => setEditing(undefined))
    document.querySelector<HTMLElement>(`[data-key="${id}"]`)?.focus()
  }
  async function newFolder(parent_id: string | null) {
    const made = await writes.newFolder(parent_id)
    if (!made) return
    if (parent_id) expand(new Set([...expanded, parent_id]))
    const id = 'items' in made ? made.items[0]?._id : made._id
    setEditing((now) => now ?? id)
  }

  const actionsOf = useActions({
    onOpen: open,
    onEdit: setEditing,
    onPublish: (item) => void publish([item], asNow(), t.published),
    onUnpublish: (item) => void unpublish([item]),
    onSchedule: setScheduling,
    onMove: (item) => setMoving([item]),
    onStep: (order) => move(order, 1),
    stepOf: (item, step) => (matches ? undefined : orderForStep(data, item._id, step)),
    onReplace: (item) => pickers.pickOne(([chosen]) => chosen && replace(item, chosen.file)),
    onNewFolder: (item) => void newFolder(item._id),
    onUpload: (item) => pickers.pickFiles((files) => upload(files, item._id)),
    onRemove: (item) => void remove([item]),
  })

  const nodes: TreeNode<InTree>[] = matches
    ? matches.map(({ item, folders }) => ({
        id: item._id,
        name: item.file_name,
        of: { item, folders, isHidden: false },
      }))
    : nodesOf(data)

  return (
    <Card pad="none" className={over === null ? 'outline-2 outline-accent' : undefined}>
      <div className="px-4 pt-4">{field}</div>
      {/* The tools stay in sight of the selected rows. */}
      <div
        className={cx(
          'border-line border-b bg-card px-4 py-3',
          chosen.length > 0 && 'top-(--bar) z-10 md:top-[calc(var(--bar)+var(--tabs))] [@media(height>=30rem)]:sticky',
        )}
      >
        {chosen.length > 0 ? (
          <SelectionBar
            count={chosen.length}
            busy={writes.busy}
            canPublish={chosen.some(isUnpublished)}
            canUnpublish={chosen.some((item) => item.publish_at !== null)}
            onPublish={() => void publish(chosen, asNow(), t.published)}
            onUnpublish={() => void unpublish(chosen)}
            onMove={() => setMoving(chosen)}
            onRemove={() => void remove(chosen)}
            onClear={() => setSelected(new Set())}
          />
        ) : over !== undefined ? (
          <p className="flex min-h-11 items-center font-medium">{folder ? t.dropInto(folder.file_name) : t.dropHere}</p>
        ) : (
          <div className="flex min-h-11 flex-wrap items-center gap-2">
            <Button
              size="sm"
              variant="primary"
              icon={<UploadIcon size={18} />}
              onClick={() => pickers.pickFiles((files) => upload(files, null))}
            >
              {t.uploadFiles}
            </Button>
            <Button size="sm" onClick={() => pickers.pickFolder((files) => upload(files, null))}>
              {t.uploadFolder}
            </Button>
            <Button
              size="sm"
              className="sm:ml-auto"
              icon={<EditIcon size={18} />}
              onClick={() => void navigate(`/course/${courseId}/content/page/new`, { preventScrollReset: true })}
            >
              {t.newPage}
            </Button>
            <Button
              size="sm"
              icon={<FolderIcon size={18} />}
              pending={writes.busy}
              onClick={() => void newFolder(null)}
            >
              {t.newFolder}
            </Button>
          </div>
        )}
        <input {...pickers.inputs.files} aria-label={t.uploadFiles} />
        <input {...pickers.inputs.folder} aria-label={t.uploadFolder} />
        <input {...pickers.inputs.one} aria-label={t.replace} />
      </div>
      <FoundCount n={matches?.length} />
      {nodes.length === 0 ? (
        matches ? (
          <Empty compact drawing={<SearchDrawing />} title={words.notFound} />
        ) : (
          <Empty compact drawing={<PlaneDrawing />} title={t.empty} text={t.emptyText} />
        )
      ) : (
        <Tree
          label={words.files}
          language={language}
          words={t.tree}
          nodes={nodes}
          selected={selected}
          onSelect={setSelected}
          expanded={expanded}
          onExpand={expand}
          onOpen={open}
          onMove={matches ? undefined : moveTo}
          editing={editing}
          over={over ?? undefined}
          render={({ id, of }) =>
            id === editing ? (
              <EditRow
                item={of.item}
                onSaved={writes.renew}
                onLeave={() => leaveRow(id)}
                onReturn={() => {
                  // A row that is open by then, maybe this one, keeps on the device what is typed in it.
                  flushSync(() => setEditing(undefined))
                  setEditing(id)
                }}
              />
            ) : (
              <ContentRow {...of} actions={actionsOf(of.item)} />
            )
          }
        />
      )}
      {moving && (
        <MoveDialog
          items={data}
          moved={moving}
          onMove={(parent_id) => moveInto({ parent_id, items: moving.map(({ _id }) => _id) }, moving.length)}
          onClose={() => setMoving(undefined)}
        />
      )}
      {scheduling && (
        <ScheduleDialog
          start={scheduling.publish_at ?? tomorrow()}
          onSchedule={(at) => void publish([scheduling], at, t.scheduled)}
          onClose={() => setScheduling(undefined)}
        />
      )}
    </Card>
  )
}
