import type { CourseTab } from '../../../contract/courses.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useText } from '../../i18n/index.ts'
import { announce } from '../../ui/Announcer.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ChevronDownIcon } from '../../ui/icons.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { tabs as icons } from '../tabs.ts'

interface Tab {
  name: CourseTab
  shown: boolean
}

/** The tabs that students see, in their order. Home is always there. */
export function TabsField({ tabs, onChange }: { tabs: Tab[]; onChange: (tabs: Tab[]) => void }) {
  const t = useAuthoring().courses
  const { course } = useText()
  function move(from: number, to: number) {
    const next = [...tabs]
    const [moved] = next.splice(from, 1)
    if (!moved) return
    next.splice(to, 0, moved)
    onChange(next)
    announce(t.tabMoved(course.tabs[moved.name], to + 1))
  }
  return (
    <ol className="grid divide-y divide-line">
      {tabs.map(({ name, shown }, i) => {
        const label = course.tabs[name]
        const [, Icon] = icons.find(([one]) => one === name) ?? []
        return (
          <li key={name} className="flex items-center gap-1 py-1">
            <div className="min-w-0 flex-1">
              <Switch
                label={label}
                icon={Icon && <Icon size={18} />}
                checked={shown}
                disabled={name === 'home'}
                onChange={(on) => onChange(tabs.map((tab) => (tab.name === name ? { name, shown: on } : tab)))}
              />
            </div>
            <IconButton
              label={t.tabUp(label)}
              icon={<ChevronDownIcon className="rotate-180" />}
              disabled={i === 0}
              onClick={() => move(i, i - 1)}
            />
            <IconButton
              label={t.tabDown(label)}
              icon={<ChevronDownIcon />}
              disabled={i === tabs.length - 1}
              onClick={() => move(i, i + 1)}
            />
          </li>
        )
      })}
    </ol>
  )
}
