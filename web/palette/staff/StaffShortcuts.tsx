import { readable, toolKeys } from '../../editor/keys.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { commandKey } from '../keyboard.ts'
import { Part, Shortcut } from '../ShortcutParts.tsx'

/** The shortcuts of the editor and of tables, which only staff have. */
export default function StaffShortcuts() {
  const { editor, shortcuts: t } = useAuthoring()
  return (
    <>
      <Part title={t.editor}>
        {Object.entries(toolKeys).map(([tool, key]) => (
          <Shortcut key={tool} name={editor[tool as keyof typeof toolKeys]} keys={readable(key)} />
        ))}
        <Shortcut name={t.submit} keys={[commandKey, 'Enter']} />
        <Shortcut name={t.leave} keys={['Tab']} />
      </Part>
      <Part title={t.table}>
        <Shortcut name={t.search} keys={['/']} />
        <Shortcut name={t.move} keys={['←', '↑', '→', '↓']} />
        <Shortcut name={t.first} keys={[commandKey, 'Home']} />
        <Shortcut name={t.last} keys={[commandKey, 'End']} />
        <Shortcut name={t.sort} keys={['Enter']} />
        <Shortcut name={t.select} keys={[t.space]} />
        <Shortcut name={t.selectMore} keys={['Shift', '↓']} />
        <Shortcut name={t.selectAll} keys={[commandKey, 'A']} />
        <Shortcut name={t.copy} keys={[commandKey, 'C']} />
      </Part>
    </>
  )
}
