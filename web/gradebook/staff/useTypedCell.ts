import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { textOf } from '../../../contract/staff/cellText.ts'
import type { CellValue, GradeColumn } from '../../../contract/staff/gradebook.ts'
import { useCourseId } from '../../courses/queries.ts'
import { newIdempotencyKey } from '../../loading/idempotency.ts'
import { readKept, useKept } from '../../typed/useKept.ts'
import { useTyped } from '../../typed/useTyped.ts'
import { unlessTyping, useTyping } from '../../typed/useTyping.ts'
import { FIRST, type GradeRow, type Place } from './cells.ts'

/** No cell is being edited. */
const nothing = { person: '', gradable: '', text: '', was: null as CellValue }

/**
 * The text of the one cell that is being edited. The device keeps what the page has not sent: no event saves it when the
 * page closes. Each page has a place of its own, and takes over what a closed page left, but not what is typed in another
 * tab. `onBack` selects the cell of such a text.
 */
export function useTypedCell(rows: GradeRow[], columns: GradeColumn[], canWrite: boolean, onBack: (at: Place) => void) {
  const courseId = useCourseId()
  const [own] = useState(() => `${courseId}:${newIdempotencyKey()}`)
  const typing = useKept('cell', own, nothing)
  const typed = useTyped('cell')
  const [editing, setEditing] = useState<string>()
  /** Leaving the field still has to write the text. */
  const isTyping = useRef(false)
  const was = useRef<CellValue>(null)
  useTyping(lockOf(own), true)

  /** False: its cell takes no score here, or the person is in another one by now. */
  const takeOver = useEffectEvent((place: string): boolean => {
    const left = { ...nothing, ...readKept<typeof nothing>(typed.read(place)) }
    const row = rows.findIndex(({ _id }) => _id === left.person)
    const column = columns.findIndex(({ _id }) => _id === left.gradable)
    const isOpen = canWrite && row >= 0 && column >= 0 && rows[row]?.cells[column] !== 'closed'
    if (!isOpen || isTyping.current) return false
    typed.drop(place)
    typing.set(left)
    isTyping.current = true
    was.current = left.was
    setEditing(left.text)
    onBack({ row, column: column + FIRST })
    return true
  })
  useEffect(() => {
    const takeFirst = async () => {
      for (const place of typed.all().keys())
        if (place.startsWith(courseId) && place !== own)
          if (await unlessTyping(lockOf(place), async () => takeOver(place))) return
    }
    void takeFirst()
  }, [typed, courseId, own])

  function keep(at: Place, text: string) {
    const [person, gradable] = [rows[at.row]?._id, columns[at.column - FIRST]?._id]
    if (person && gradable) typing.set({ person, gradable, text, was: was.current })
  }
  return {
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

const lockOf = (place: string) => `cell:${place}`
