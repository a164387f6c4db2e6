import type { ReactNode } from 'react'
import { Keys } from '../ui/Keys.tsx'

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
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
