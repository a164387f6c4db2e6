import { useText } from '../i18n/index.ts'
import { Card } from '../ui/Card.tsx'
import { AttendForm } from './AttendForm.tsx'
import { useAttend } from './useAttend.ts'

/** While a class takes attendance by code: on the course's home, over the schedule. */
export default function AttendNow({ name }: { name: string }) {
  const t = useText().course.attend
  const attend = useAttend()
  return (
    <Card className="mb-3">
      <h3 className="mb-2 break-words font-semibold">
        {t.title}: {name}
      </h3>
      <AttendForm attend={attend} />
    </Card>
  )
}
