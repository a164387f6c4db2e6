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

/** Up to so many rows are drawn wherever the page is scrolled to. */
const FEW = 80
/** The height of every row until the first are drawn, in px. */
const GUESS = 64

/**
 * How high each row was when it was last drawn, or is taken to be, in px. Kept as long as the application is open, so that
 * the page is as high as before when a person comes back to it, and they find the place where they were.
 */
const heights = new Map<Key, number>()
const heightOf = (key: Key) => heights.get(key) ?? GUESS

interface About {
  /** The rows from top to bottom, as deep as the list is open. */
  ids: string[]
  /** A row that is drawn wherever the page is scrolled to, because somebody types in it. */
  kept: string | undefined
}
const AboutRows = createContext<About>({ ids: [], kept: undefined })

/**
 * Draws of a long list only the rows in sight, for a page that scrolls. They stand one after the other as ever, with gaps
 * as high as what is left out. So a row may be as high as it likes, and the browser holds what is in sight in its place
 * when rows above turn out higher than taken: it leaves alone what is placed from its top, as React Aria's Virtualizer does.
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
    // Once and for all: what is above those in sight must not change because others became known.
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
  // At once: a place that the page jumps to is never seen without its rows.
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

  // React Aria has no rows yet in its first pass, after which the page is scrolled to where it was.
  if (rows.length === 0)
    return gapOf(
      ids.reduce((sum, id) => sum + heightOf(id), 0),
      undefined,
    ).render()
  if (!isLong) return <DefaultCollectionRenderer.CollectionRoot {...props} />
  // A row with the focus, one that is dragged, and the place where it would come to.
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
  // What is in sight is held in its place by a row, never by a gap.
  render: () => <div role="presentation" style={{ height, overflowAnchor: 'none' }} />,
})

/** A collection that names only some of its rows, and still knows all. */
const withOnly = (collection: Rows, rows: Row[]): Rows =>
  Object.create(collection, { [Symbol.iterator]: { value: () => rows[Symbol.iterator]() } })

const renderer: CollectionRenderer = { ...DefaultCollectionRenderer, CollectionRoot: LongRoot }

/** Around a tree: of a long one, the rows in sight are drawn. */
export const LongRows = ({ children, ...about }: About & { children: ReactNode }) => (
  <AboutRows value={about}>
    <CollectionRendererContext value={renderer}>{children}</CollectionRendererContext>
  </AboutRows>
)

type DropTargets = NonNullable<DragAndDropHooks['ListDropTargetDelegate']>

/** What a pointer can be over is what is drawn. */
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
