import { Avatar, type AvatarPerson } from './Avatar.tsx'

export type AvatarStackProps = {
  people: AvatarPerson[]
  /** How many faces are shown before "+n". */
  max?: number
  size?: number
  /** Read out in place of the faces: "Ploy, Nat and 3 more". */
  label: string
}

export function AvatarStack({ people, max = 4, size = 32, label }: AvatarStackProps) {
  const shown = people.length > max ? people.slice(0, max - 1) : people
  const rest = people.length - shown.length
  return (
    <span role="img" aria-label={label} className="inline-flex items-center -space-x-2">
      {shown.map((person) => (
        <Avatar key={person.id} {...person} size={size} className="ring-2 ring-card" />
      ))}
      {rest > 0 && (
        <span
          className="inline-grid place-items-center rounded-full bg-line font-semibold text-ink text-xs ring-2 ring-card tabular-nums"
          style={{ width: size, height: size }}
        >
          +{rest}
        </span>
      )}
    </span>
  )
}
