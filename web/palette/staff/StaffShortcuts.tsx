import { useLocation } from 'react-router'
import { readable, toolKeys } from '../../editor/keys.ts'
import { answerKeys, gradingKeys } from '../../grading/keyNames.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useText } from '../../i18n/index.ts'
import { commandKey } from '../keyboard.ts'
import { Part, Shortcut } from '../ShortcutParts.tsx'

/** The shortcuts of the editor, tables, sheets, attendance, the gradebook and grading, which only staff have. */
export default function StaffShortcuts() {
  const { answers, attendance, editor, grades, grading, shortcuts: t } = useAuthoring()
  const { course } = useText()
  const { pathname } = useLocation()
  const isAt = (place: RegExp) => place.test(pathname)
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
        <Shortcut name={t.intoTable} keys={['↓']} />
        <Shortcut name={t.move} keys={['←', '↑', '→', '↓']} />
        <Shortcut name={t.first} keys={[commandKey, 'Home']} />
        <Shortcut name={t.last} keys={[commandKey, 'End']} />
        <Shortcut name={t.sort} keys={['Enter']} />
        <Shortcut name={t.select} keys={[t.space]} />
        <Shortcut name={t.selectMore} keys={['Shift', '↓']} />
        <Shortcut name={t.selectAll} keys={[commandKey, 'A']} />
        <Shortcut name={t.copy} keys={[commandKey, 'C']} />
      </Part>
      <Part title={t.sheet} here={isAt(/\/assignments\/[^/]+\/edit$/)}>
        <Shortcut name={t.addQuestion} keys={['1', '–', '7']} />
        <Shortcut name={t.bank} keys={['0']} />
        <Shortcut name={t.nextQuestion} keys={[commandKey, 'Enter']} />
        <Shortcut name={t.moveQuestion} keys={['Alt', '↑', '↓']} />
        <Shortcut name={t.save} keys={[commandKey, 'S']} />
      </Part>
      <Part title={t.attendance} here={isAt(/\/attendance$/)}>
        {([3, 2, 1] as const).map((code) => (
          <Shortcut key={code} name={course.attendance[code]} keys={[String(code)]} />
        ))}
        <Shortcut name={attendance.excused} keys={['E']} />
        <Shortcut name={attendance.note} keys={['N']} />
        <Shortcut name={attendance.none} keys={['X']} />
        <Shortcut name={t.takeBack} keys={[commandKey, 'Z']} />
      </Part>
      <Part title={grades.title} here={isAt(/\/grade$/)}>
        <Shortcut name={grades.keyScore} keys={['0', '–', '9']} />
        <Shortcut name={grades.keyEdit} keys={['Enter']} />
        <Shortcut name={grades.keyExcuse} keys={['X']} />
        <Shortcut name={grades.keyEmpty} keys={['Del']} />
        <Shortcut name={grades.keyHistory} keys={['H']} />
        <Shortcut name={grades.keyColumn} keys={['F2']} />
        <Shortcut name={grades.keyCut} keys={[commandKey, 'X']} />
        <Shortcut name={grades.keyPaste} keys={[commandKey, 'V']} />
        <Shortcut name={grades.undoLast} keys={[commandKey, 'Z']} />
      </Part>
      <Part title={grading.keysTitle} here={isAt(/\/grading\//)}>
        {Object.entries(gradingKeys).map(([name, keys]) => (
          <Shortcut key={name} name={grading.keys[name as keyof typeof gradingKeys]} keys={[keys[0]]} />
        ))}
        <Shortcut name={grading.keyItem} keys={['1', '–', '9']} />
        <Shortcut name={grading.keyDone} keys={[commandKey, 'Enter']} />
        <Shortcut name={grading.keyLeave} keys={['Esc']} />
        <Shortcut name={grading.keyUndo} keys={[commandKey, 'Z']} />
        <Shortcut name={grading.keyRedo} keys={[commandKey, 'Shift', 'Z']} />
        <Shortcut name={grading.keyMark} keys={['←', '↑', '→', '↓']} />
        <Shortcut name={grading.keyPlace} keys={['Enter']} />
      </Part>
      <Part title={answers.keysTitle} here={isAt(/\/answers$/)}>
        {Object.entries(answerKeys).map(([name, keys]) => (
          <Shortcut key={name} name={answers.keys[name as keyof typeof answerKeys]} keys={[keys[0]]} />
        ))}
      </Part>
    </>
  )
}
