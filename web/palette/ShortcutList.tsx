import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import type { CourseTab } from '../../contract/courses.ts'
import { courseOf } from '../courses/queries.ts'
import { type StaffTab, shownTabNames, tabs } from '../courses/tabs.ts'
import { useText } from '../i18n/index.ts'
import { staffCode } from '../loading/StaffPart.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { commandKey } from './keyboard.ts'
import { courseIn, pageKeys, tabKeys } from './keys.ts'
import { Part, Shortcut } from './ShortcutParts.tsx'

const staffShortcuts = staffCode('StaffShortcuts', () => import('./staff/StaffShortcuts.tsx'))

/** The list of all shortcuts. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const t = useText()
  const id = courseIn(useLocation().pathname)
  const course = useQuery({ ...courseOf(id), enabled: false })
  const isStaff = course.data?.can.work === false
  const { data: staff } = useQuery({ ...staffShortcuts, enabled: isStaff })
  const shown: (CourseTab | StaffTab)[] = course.data ? shownTabNames(course.data) : tabs.map(([tab]) => tab)
  const tabWords = { ...t.staff, ...t.course.tabs }
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
          {Object.entries(tabKeys).map(
            ([letter, tab]) =>
              shown.includes(tab) && <Shortcut key={letter} name={tabWords[tab]} keys={['G', letter.toUpperCase()]} />,
          )}
        </Part>
        {staff && <staff.default />}
      </div>
    </Dialog>
  )
}
