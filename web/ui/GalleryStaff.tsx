import { useState } from 'react'
import { Button } from './Button.tsx'
import { GalleryEditor } from './GalleryEditor.tsx'
import { Specimen } from './GallerySpecimen.tsx'
import { GalleryTable } from './GalleryTable.tsx'
import { GalleryTree } from './GalleryTree.tsx'
import { DateTimeField, DayField } from './staff/DateTimeField.tsx'
import { toast } from './Toast.tsx'

const words = { calendar: 'Open the calendar', previous: 'Previous month', next: 'Next month' }

/** The components on React Aria, which load for staff only. */
export default function Staff() {
  const [at, setAt] = useState<string | null>('2026-09-14T02:00:00.000Z')
  const [day, setDay] = useState('2026-09-14')
  return (
    <>
      <GalleryTree />
      <GalleryTable />
      <GalleryEditor />
      <Specimen name="DateTimeField, DayField, a toast that can be taken back">
        <div className="grid gap-4 lg:grid-cols-2">
          <DateTimeField label="Goes out" language="en" words={words} value={at} onChange={setAt} />
          <DateTimeField label="เผยแพร่" language="th" words={words} value={at} onChange={setAt} />
          <DateTimeField label="Due" language="en" words={words} value={null} onChange={setAt} error="Choose a date." />
          <DayField
            label="Day"
            language="en"
            words={words}
            value={day}
            onChange={setDay}
            help="The first of several."
          />
        </div>
        <Button onClick={() => toast('Deleted', 'done', { label: 'Undo', run: () => toast('It is back', 'done') })}>
          Undo toast
        </Button>
      </Specimen>
    </>
  )
}
