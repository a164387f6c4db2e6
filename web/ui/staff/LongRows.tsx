import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import {
  type CollectionRenderer,
  CollectionRendererContext,
  DefaultCollectionRenderer,
  DragAndDropContext,
  type DragAndDropHooks,
  type Key,
} from 'react-aria-components'
import { flushSync } from 'react-dom'
import { piecesOf, rowsInSight } from './rowsInSight.ts'

type Root = ComponentProps<CollectionRenderer['CollectionRoot']>
type Rows = Root['collection']
type Row = NonNullable<ReturnType<Rows['getItem']>>

/** A list of up to so many rows renders all of them. */
const FEW = 80
/** In px: the assumed height of a row until the first are rendered. */
const GUESS = 64

/**
 * The last known or assumed height of each row, in px. Kept as long as the application is open, so that the page is as
 * high as before when a person comes back, and they find their place.
 */
const heights = new Map<Key, number>()
const heightOf = (key: Key) => heights.get(key) ?? GUESS

interface About {
  /** The visible rows of the tree from top to bottom, with the open folders' contents. */
  ids: string[]
  /** A row that always renders, because somebody types in it. */
  kept: string | undefined
}
const AboutRows = createContext<About>({ ids: [], kept: undefined })

/**
 * Renders only the rows in sight of a long list in a page that scrolls. They stand in the normal flow, with gaps in
 * place of the others. So rows may have any height, and the browser holds the visible ones in place when rows above
 * turn out higher than assumed: it does not do so for absolutely placed elements, as in React Aria's Virtualizer.
 */
function LongRoot(props: Root) {
  const { collection, persistedKeys, scrollRef: list } = props
  const { dragState } = useContext(DragAndDropContext)
  const { ids, kept } = useContext(AboutRows)
  const [{ from, to }, setDrawn] = useState({ from: 0, to: 24 })
  const rows = useMemo(() => [...collection].filter(({ type }) => type === 'item'), [collection])
  const isLong = rows.length > FEW

  function look(set: (next: { from: number; to: number }) => void) {
    if (!list?.current || rows.length === 0) return
    const drawn = list.current.querySelectorAll<HTMLElement>('[role=row][data-key]')
    let sum = 0
    for (const row of drawn) {
      const { height } = row.getBoundingClientRect()
      heights.set(row.dataset.key ?? '', height)
      sum += height
    }
    if (!isLong) return
    const usual = drawn.length > 0 ? sum / drawn.length : GUESS
    // Assumed heights never change once used: the rows above the visible ones must not move because other heights
    // became known.
    for (const { key } of rows) if (!heights.has(key)) heights.set(key, usual)
    const top = -list.current.getBoundingClientRect().top
    const spare = innerHeight / 2
    const next = rowsInSight(
      rows.map(({ key }) => heightOf(key)),
      top - spare,
      top + innerHeight + spare,
    )
    if (next.from !== from || next.to !== to) set(next)
  }
  useLayoutEffect(() => look(setDrawn))
  // Before the paint: a place to which the page jumps never shows without its rows.
  const onScroll = useEffectEvent(() => look((next) => flushSync(() => setDrawn(next))))
  const onResize = useEffectEvent(() => {
    heights.clear()
    look(setDrawn)
  })
  useEffect(() => {
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('resize', onResize)
    return () => {
      removeEventListener('scroll', onScroll)
      removeEventListener('resize', onResize)
    }
  }, [])

  // In its first pass React Aria has no rows yet; after it, the page scrolls to its earlier place.
  if (rows.length === 0)
    return gapOf(
      ids.reduce((sum, id) => sum + heightOf(id), 0),
      undefined,
    ).render()
  if (!isLong) return <DefaultCollectionRenderer.CollectionRoot {...props} />
  // A focused row, a dragged one, and the drop target.
  const always = new Set([...(persistedKeys ?? []), kept, dragState?.draggedKey])
  const pieces = piecesOf(
    rows.map(({ key }) => heightOf(key)),
    { from, to },
    rows.flatMap(({ key }, i) => (always.has(key) ? i : [])),
  )
  const drawn = pieces.map((piece, i) => {
    if ('row' in piece) return rows[piece.row]
    const next = pieces[i + 1]
    return gapOf(piece.gap, next && 'row' in next ? rows[next.row]?.key : undefined)
  })
  return <DefaultCollectionRenderer.CollectionRoot {...props} collection={withOnly(collection, drawn as Row[])} />
}

const gapOf = (height: number, before: Key | undefined) => ({
  type: 'gap',
  key: `gap before ${before}`,
  // A row, never a gap, anchors the visible part.
  render: () => <div role="presentation" style={{ height, overflowAnchor: 'none' }} />,
})

/** A collection that names only some of its rows, and still knows all. */
const withOnly = (collection: Rows, rows: Row[]): Rows =>
  Object.create(collection, { [Symbol.iterator]: { value: () => rows[Symbol.iterator]() } })

const renderer: CollectionRenderer = { ...DefaultCollectionRenderer, CollectionRoot: LongRoot }

/** Wraps a tree: of a long one, only the rows in sight render. */
export const LongRows = ({ children, ...about }: About & { children: ReactNode }) => (
  <AboutRows value={about}>
    <CollectionRendererContext value={renderer}>{children}</CollectionRendererContext>
  </AboutRows>
)

type DropTargets = NonNullable<DragAndDropHooks['ListDropTargetDelegate']>

/** The pointer can only be over rendered rows. */
export const ofDrawn = (Targets: DropTargets): DropTargets =>
  class extends Targets {
    constructor(...[collection, list, options]: ConstructorParameters<DropTargets>) {
      const drawn = () => {
        const rows = list.current?.querySelectorAll<HTMLElement>('[data-key]') ?? []
        const keys = new Set([...rows].map((row) => row.dataset.key))
        return [...collection].filter(({ key }) => keys.has(String(key)))
      }
      super({ [Symbol.iterator]: () => drawn()[Symbol.iterator]() }, list, options)
    }
  }
