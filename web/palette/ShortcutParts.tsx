import type { ReactNode } from 'react'
import { Keys } from '../ui/Keys.tsx'

interface PartProps {
  title: string
  /** Whether it belongs to the open screen: then it comes first. */
  here?: boolean
  children: ReactNode
}

export function Part({ title, here, children }: PartProps) {
  return (
    <section className={here ? 'order-first' : undefined}>
      <h3 className="font-semibold text-sm">{title}</h3>
      <dl className="mt-1">{children}</dl>
    </section>
  )
}

export function Shortcut({ name, keys }: { name: string; keys: string[] }) {
  return (
    <div className="flex items-center justify-between gap-4 border-line border-b py-2 text-sm">
      <dt>{name}</dt>
      <dd>
        <Keys of={keys} />
      </dd>
    </div>
  )
}
