import type { ReactNode } from 'react'
import { NewTab } from '../common/NewTab.tsx'
import { FileIcon } from '../ui/icons.tsx'
import { textLink } from '../ui/Link.tsx'

interface Props {
  name: string
  note: string
  /** Where the file opens. */
  href?: string
  icon?: ReactNode
  /** Buttons, such as Remove. */
  children?: ReactNode
}

/** One file, by its name. */
export function FileRow({ name, note, href, icon = <FileIcon className="text-accent" />, children }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md border border-line px-4 py-3">
      {icon}
      <div className="min-w-0 flex-1 basis-40">
        <p className="break-words font-medium">
          {href ? (
            <a href={href} target="_blank" rel="noopener" className={`touch-target max-w-full ${textLink}`}>
              {name}
              <NewTab />
            </a>
          ) : (
            name
          )}
        </p>
        <p className="text-ink-soft text-sm">{note}</p>
      </div>
      {children}
    </div>
  )
}
