import { type DragEvent, type FocusEvent, type ReactNode, useRef } from 'react'
import {
  Tree as AriaTree,
  Button,
  Checkbox,
  type DragAndDropHooks,
  I18nProvider,
  type ItemDropTarget,
  type Key,
  TreeItem,
  TreeItemContent,
  type TreeItemContentRenderProps,
  useDragAndDrop,
} from 'react-aria-components'
import { cx } from '../cx.ts'
import { CheckIcon, ChevronRightIcon } from '../icons.tsx'
import { adoptStyles } from './adopt.ts'
import { GripIcon } from './icons.tsx'
import { LongRows, ofDrawn } from './LongRows.tsx'
import { between, findNode, idsOf, type Place, shownIn, type TreeNode, topmost } from './nodes.ts'
import styles from './tree.css?inline'
import './Popover.tsx'

adoptStyles(styles)

/** Whether Tab moves the focus. */
let isByTab = false
for (const on of ['keydown', 'keyup'] as const)
  addEventListener(
    on,
    ({ key }) => {
      isByTab = on === 'keydown' && key === 'Tab'
    },
    true,
  )
// The key is released in another window.
addEventListener('blur', () => {
  isByTab = false
})

interface Props<T> {
  label: string
  language: 'en' | 'th'
  words: {
    /** The label of the button with which a keyboard user begins a move. */
    move: (name: string) => string
    select: string
    open: string
    close: string
    /** The labels of drop targets. */
    into: (name: string) => string
    before: (name: string) => string
    after: (name: string) => string
    /** The number beside a dragged row that stands for several. */
    count: (n: number) => string
  }
  nodes: TreeNode<T>[]
  render: (node: TreeNode<T>) => ReactNode
  selected: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
  expanded: ReadonlySet<string>
  onExpand: (ids: ReadonlySet<string>) => void
  /** Called for a press on a row that cannot expand. */
  onOpen: (id: string) => void
  /** Absent: nothing can be moved. The ids are in the order of the tree, without those inside another of them. */
  onMove?: ((ids: string[], place: Place) => void) | undefined
  /** The folder under files that are dragged from outside. */
  over?: string | undefined
  /** The row that is a form, in which keys are for typing. */
  editing?: string | undefined
}

const placeAt = ({ key, dropPosition: where }: ItemDropTarget): Place => {
  const id = String(key)
  return where === 'on' ? { on: id } : where === 'before' ? { before: id } : { after: id }
}

/**
 * A tree of things in folders: expanded and collapsed, selected (by checkbox or Space, several by Shift), and moved by
 * mouse, touch or keyboard: Enter on a row's handle picks it up, the arrows and Tab choose a place, Enter drops it
 * there and Escape cancels. A long press selects a row if none is selected, and otherwise drags the selection.
 */
export function Tree<T>(props: Props<T>) {
  const { label, language, words, nodes, selected, onSelect, expanded, onExpand, onOpen, onMove, editing } = props
  const isFolder = (key: Key) => findNode(nodes, String(key))?.children !== undefined
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: onMove === undefined || editing !== undefined,
    getItems: (keys) => topmost(nodes, keys).map((id) => ({ 'text/plain': findNode(nodes, id)?.name ?? '' })),
    getAllowedDropOperations: () => ['move'],
    getDropOperation: () => 'move',
    shouldAcceptItemDrop: ({ key, dropPosition }) => dropPosition !== 'on' || isFolder(key),
    renderDragPreview: ([first, ...rest]) => (
      <span className="staff-tree-drag">{rest.length > 0 ? words.count(rest.length + 1) : first?.['text/plain']}</span>
    ),
    onMove: ({ keys, target }) => onMove?.(topmost(nodes, keys), placeAt(target)),
  })

  const placeName = (target: ItemDropTarget) => {
    const name = findNode(nodes, String(target.key))?.name ?? ''
    return { on: words.into, before: words.before, after: words.after }[target.dropPosition](name)
  }
  // React Aria has no Thai: our words name its drop targets.
  const { useDropIndicator, ListDropTargetDelegate } = dragAndDropHooks
  const hooks: DragAndDropHooks = {
    ...dragAndDropHooks,
    ...(ListDropTargetDelegate && { ListDropTargetDelegate: ofDrawn(ListDropTargetDelegate) }),
    ...(useDropIndicator && {
      useDropIndicator(indicator, state, ref) {
        const aria = useDropIndicator(indicator, state, ref)
        const { target } = indicator
        if (target.type === 'root') return aria
        return { ...aria, dropIndicatorProps: { ...aria.dropIndicatorProps, 'aria-label': placeName(target) } }
      },
    }),
  }

  /** The checkbox that was pressed last, and whether Shift was held for this one. */
  const checked = useRef<string>(undefined)
  const isShift = useRef(false)
  /** Shift and another checkbox select everything between: React Aria does that for rows alone. */
  function check(id: string) {
    const range = isShift.current ? between(shown, checked.current ?? id, id) : []
    if (range.length > 0) onSelect(new Set([...selected, ...range]))
    checked.current = id
    isShift.current = false
  }

  /**
   * A long press on a row while none is selected: React Aria prevents a drag by the browser, and itself selects only if
   * the browser takes longer than half a second to begin.
   */
  function chooseHeld(event: DragEvent) {
    const id = (event.target as HTMLElement).closest<HTMLElement>('[data-key]')?.dataset.key
    if (event.defaultPrevented && id !== undefined) onSelect(new Set([...selected, id]))
  }

  /**
   * React Aria leads every focus that comes into the tree to the row that had it last. That is for Tab alone: whoever
   * types in a row that opens for editing, or presses a checkbox with assistive technology, means that very row.
   */
  function stayIn(
    id: string,
    { selectionManager }: TreeItemContentRenderProps['state'],
    { currentTarget, target }: FocusEvent,
  ) {
    if (!isByTab && currentTarget.contains(target)) selectionManager.setFocusedKey(id)
  }

  const shown = shownIn(nodes, expanded)
  const row = (node: TreeNode<T>) => (
    <TreeItem
      key={node.id}
      id={node.id}
      textValue={node.name}
      hasChildItems={node.children !== undefined}
      className={cx('staff-tree-row', node.id === props.over && 'is-over')}
      data-folder={node.children && node.id}
    >
      <TreeItemContent>
        {({ allowsDragging, isExpanded, state }) => (
          <div
            className="staff-tree-inside"
            onFocusCapture={(event) => stayIn(node.id, state, event)}
            onPointerDownCapture={({ shiftKey }) => {
              isShift.current = shiftKey
            }}
          >
            {allowsDragging && (
              <Button slot="drag" aria-label={words.move(node.name)} className="staff-tree-grip">
                <GripIcon size={16} />
              </Button>
            )}
            <Checkbox
              slot="selection"
              aria-label={words.select}
              className="staff-tree-check"
              onChange={() => check(node.id)}
            >
              <span>
                <CheckIcon size={14} strokeWidth={3} />
              </span>
            </Checkbox>
            {props.render(node)}
            {node.children && (
              <Button
                slot="chevron"
                aria-label={isExpanded ? words.close : words.open}
                className="staff-button staff-tree-chevron"
              >
                <ChevronRightIcon size={18} />
              </Button>
            )}
          </div>
        )}
      </TreeItemContent>
      {/* A closed folder may hold thousands; the tree needs only one child to know that it opens. */}
      {(expanded.has(node.id) ? node.children : node.children?.slice(0, 1))?.map(row)}
    </TreeItem>
  )

  return (
    <I18nProvider locale={language}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what a finger does, checkboxes do, too */}
      <div onDragStart={chooseHeld}>
        <LongRows ids={shown} kept={editing}>
          <AriaTree
            aria-label={label}
            className="staff-tree"
            selectionMode="multiple"
            selectedKeys={selected as Set<string>}
            // The object itself, not a copy: it knows where a selection by Shift began.
            onSelectionChange={(keys) => onSelect(keys === 'all' ? new Set(idsOf(nodes)) : (keys as Set<string>))}
            expandedKeys={expanded as Set<string>}
            onExpandedChange={(keys) => onExpand(new Set([...keys] as string[]))}
            onAction={(key) => {
              const id = String(key)
              if (!isFolder(id)) return onOpen(id)
              const next = new Set(expanded)
              if (!next.delete(id)) next.add(id)
              onExpand(next)
            }}
            dragAndDropHooks={hooks}
            keyboardNavigationBehavior={editing === undefined ? 'arrow' : 'tab'}
          >
            {nodes.map(row)}
          </AriaTree>
        </LongRows>
      </div>
    </I18nProvider>
  )
}
