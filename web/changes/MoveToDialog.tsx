import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { searched, wordsOf } from '../../contract/comparedText.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { cx } from '../ui/cx.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { SearchField } from '../ui/SearchField.tsx'

interface Place<Id> {
  id: Id
  name: string
  icon?: ReactNode
  /** How deep it lies. */
  depth?: number
}

interface Props<Id> {
  title: string
  searchLabel: string
  places: Place<Id>[]
  onMove: (id: Id) => void
  onClose: () => void
}

/** With more places than this, there is a search. */
const MANY = 12

/**
 * Moves things to a place from a list of all: for people who do not drag. A press moves them, or Enter in the search.
 */
export function MoveToDialog<Id extends string | null>({ title, searchLabel, places, onMove, onClose }: Props<Id>) {
  const { combobox, table } = useAuthoring()
  const { close } = useText()
  const [wanted, setWanted] = useState('')
  const words = wordsOf(wanted)
  const found = places.filter(({ name }) => words.every((word) => searched(name).includes(word)))
  const isLong = places.length > MANY
  // A touch does not ask for the on-screen keyboard.
  const [typesFirst] = useState(() => isLong && !matchMedia('(pointer: coarse)').matches)
  return (
    <Dialog title={title} closeLabel={close} onClose={onClose} size="sm">
      {(leave) => {
        const move = ({ id }: Place<Id>) => {
          onMove(id)
          leave('button')
        }
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the arrows lead through the buttons inside
          <div className="grid gap-2" onKeyDown={step}>
            {isLong && (
              <SearchField
                label={searchLabel}
                placeholder={searchLabel}
                clearLabel={table.clear}
                value={wanted}
                onChange={setWanted}
                autoComplete="off"
                data-autofocus={typesFirst ? '' : undefined}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                  event.preventDefault()
                  if (words.length > 0 && found[0]) move(found[0])
                }}
              />
            )}
            {/* A fixed height: nothing jumps while a person types. */}
            <div className={cx('-mx-2', isLong && 'h-[min(24rem,50dvh)] overflow-y-auto overscroll-contain')}>
              <p role="status" className="px-2 text-ink-soft text-sm">
                {found.length === 0 && combobox.none}
              </p>
              <ul aria-label={title} className="grid">
                {found.map((place, i) => (
                  <li key={place.id}>
                    <button
                      type="button"
                      data-autofocus={i === 0 && !isLong ? '' : undefined}
                      className={cx(
                        'flex min-h-11 w-full items-center gap-3 rounded-md px-2 py-1.5 text-start font-medium hover:bg-hover focus-visible:outline-offset-[-2px]',
                        // The place that Enter in the search chooses.
                        i === 0 && words.length > 0 && 'bg-accent-soft',
                      )}
                      onClick={() => move(place)}
                    >
                      {place.depth !== undefined && <span style={{ width: `${place.depth}rem` }} />}
                      {place.icon}
                      <span className="min-w-0 flex-1 break-words">{place.name}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          </div>
        )
      }}
    </Dialog>
  )
}

/** The arrow keys lead from the search through the places and back. */
function step(event: KeyboardEvent<HTMLElement>) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!by || event.ctrlKey || event.metaKey || event.altKey) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li > button')]
  const next = stops[stops.indexOf(event.target as HTMLElement) + by]
  if (!next) return
  event.preventDefault()
  next.focus()
}
