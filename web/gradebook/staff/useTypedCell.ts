import { useRef, useState } from 'react'
import { textOf } from '../../../contract/staff/cellText.ts'
import type { CellValue, GradeColumn } from '../../../contract/staff/gradebook.ts'
import { useCourseId } from '../../courses/queries.ts'
import { useKept } from '../../typed/useKept.ts'
import { FIRST, type GradeRow, type Place } from './cells.ts'

/** No cell is being edited. */
const nothing = { person: '', gradable: '', text: '', was: null as CellValue }

/**
 * The text of the one cell that is being edited. The device keeps what the page has not sent: no event saves it when the
 * page closes.
 */
export function useTypedCell(rows: GradeRow[], columns: GradeColumn[], canWrite: boolean) {
  const typing = useKept('cell', useCourseId(), nothing)
  const [kept] = useState(() => {
    const { person, gradable, text, was } = typing.values
    const row = rows.findIndex(({ _id }) => _id === person)
    const at = columns.findIndex(({ _id }) => _id === gradable)
    const isOpen = canWrite && at >= 0 && row >= 0 && rows[row]?.cells[at] !== 'closed'
    return isOpen ? { row, column: at + FIRST, text, was } : undefined
  })
  const [editing, setEditing] = useState(kept?.text)
  /** Leaving the field still has to write the text. */
  const isTyping = useRef(kept !== undefined)
  const was = useRef<CellValue>(kept?.was ?? null)

  function keep(at: Place, text: string) {
    const [person, gradable] = [rows[at.row]?._id, columns[at.column - FIRST]?._id]
    if (person && gradable) typing.set({ person, gradable, text, was: was.current })
  }
  return {
    /** The cell in which the person typed when the page closed, if it still takes a score. */
    kept,
    /** The text in the field at first; undefined: no cell is being edited. */
    editing,
    /** What the person has typed, also of a cell that no longer exists. */
    text: typing.values.text,
    isTyping,
    /** The value when the person began to type: a write must not overwrite later values unseen. */
    was,
    keep,
    begin(at: Place, text: string, value: CellValue) {
      isTyping.current = true
      was.current = value
      if (text !== textOf(value)) keep(at, text)
      setEditing(text)
    },
    end() {
      isTyping.current = false
      setEditing(undefined)
      if (typing.values.person) typing.set(nothing)
    },
  }
}
