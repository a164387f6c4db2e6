import type { ReactNode } from 'react'
import { useText } from '../i18n/index.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Keys } from '../ui/Keys.tsx'
import { commandKey } from './keyboard.ts'
import { pageKeys, tabKeys } from './keys.ts'

/** The list of all shortcuts. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const t = useText()
  const pages = {
    '/': t.home.title,
    '/notification': t.notifications.title,
    '/setting': t.setting.title,
    '/join': t.frame.join,
  }
  return (
    <Dialog title={t.frame.shortcuts} closeLabel={t.close} onClose={onClose}>
      <p className="mb-4 text-ink-soft text-sm">{t.palette.note}</p>
      <div className="grid gap-6 sm:grid-cols-2">
        <Part title={t.palette.anywhere}>
          <Shortcut name={t.frame.goTo} keys={[commandKey, 'K']} />
          <Shortcut name={t.frame.shortcuts} keys={['?']} />
          {Object.entries(pageKeys).map(([letter, to]) => (
            <Shortcut key={letter} name={pages[to]} keys={['G', letter.toUpperCase()]} />
          ))}
        </Part>
        <Part title={t.palette.inCourse}>
          {Object.entries(tabKeys).map(([letter, tab]) => (
            <Shortcut key={letter} name={t.course.tabs[tab]} keys={['G', letter.toUpperCase()]} />
          ))}
        </Part>
      </div>
    </Dialog>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="font-semibold text-sm">{title}</h3>
      <dl className="mt-1">{children}</dl>
    </section>
  )
}

function Shortcut({ name, keys }: { name: string; keys: string[] }) {
  return (
    <div className="flex items-center justify-between gap-4 border-line border-b py-2 text-sm">
      <dt>{name}</dt>
      <dd>
        <Keys of={keys} />
      </dd>
    </div>
  )
}
