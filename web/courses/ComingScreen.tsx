import { useText } from '../i18n/index.ts'
import { Card } from '../ui/Card.tsx'
import { DeskDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'

/** Stands in for a part that the next version brings. */
export default function ComingScreen() {
  const t = useText().course
  return (
    <Card>
      <Empty drawing={<DeskDrawing />} title={t.coming} text={t.comingText} />
    </Card>
  )
}
