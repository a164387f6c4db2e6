import { useRef } from 'react'
import type { Person } from '../../contract/users.ts'
import { useText } from '../i18n/index.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { useRowWindow } from '../ui/useRowWindow.ts'
import { nameOf } from './rules.ts'

/** The height of every row in px, so that only visible rows render. */
const ROW = 60

interface Props {
  label: string
  people: Person[]
  me: string
  taken: Map<string, string>
  chosen: Set<string>
  onToggle: (id: string, chosen: boolean) => void
}

/** A list of people with checkboxes, of any length. */
export function PeopleList({ label, people, me, taken, chosen, onToggle }: Props) {
  const t = useText().groups
  const box = useRef<HTMLDivElement>(null)
  const { from, to } = useRowWindow(box, people.length, ROW)

  return (
    <div
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard
      tabIndex={0}
      className="h-80 overflow-y-auto overscroll-contain rounded-md border border-line"
    >
      <ul aria-label={label} className="relative" style={{ height: people.length * ROW }}>
        {people.slice(from, to).map((person, i) => {
          const group = taken.get(person._id)
          const own = person._id === me
          return (
            <li
              key={person._id}
              aria-setsize={people.length}
              aria-posinset={from + i + 1}
              className="absolute inset-x-1"
              style={{ top: (from + i) * ROW, height: ROW }}
            >
              <Checkbox
                checked={own || (chosen.has(person._id) && !group)}
                disabled={own || group !== undefined}
                onChange={(on) => onToggle(person._id, on)}
                className="h-full"
              >
                <span className="flex items-center gap-3">
                  <Avatar id={person._id} name={nameOf(person)} src={person.img} size={36} />
                  <span className="min-w-0 leading-tight">
                    <span
                      className={own || group ? 'block truncate' : 'line-clamp-2 break-words'}
                      title={nameOf(person)}
                    >
                      {nameOf(person)}
                    </span>
                    {(own || group) && (
                      <span className="block truncate text-ink-soft text-sm">
                        {own ? t.always : t.inGroup(group ?? '')}
                      </span>
                    )}
                  </span>
                </span>
              </Checkbox>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
