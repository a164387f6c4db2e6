import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { Title } from '../common/Title.tsx'
import { useCan } from '../courses/membership.ts'
import { NotFound } from '../errors/ErrorScreens.tsx'
import { useText } from '../i18n/index.ts'
import { Card } from '../ui/Card.tsx'
import { Section } from '../ui/Section.tsx'
import { AttendForm } from './AttendForm.tsx'
import { useAttend } from './useAttend.ts'

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** The target of the QR code in the room: marks at once, and asks for the present code when that one has expired. */
export default function AttendScreen() {
  const t = useText().course.attend
  const { work } = useCan()
  const [address] = useSearchParams()
  const code = address.get('digits') ?? ''
  const given = address.get('class') ?? ''
  const scheduleId = ID.test(given) ? given : undefined
  const attend = useAttend()
  const mark = useEffectEvent(() => {
    if (work && /^\d{6}$/.test(code)) void attend.mark(code, scheduleId)
  })
  useEffect(() => mark(), [])
  if (!work) return <NotFound inside />
  return (
    <Section title={t.title} className="mx-auto max-w-xl">
      <Title of={t.title} />
      <Card>
        <AttendForm attend={attend} scheduleId={scheduleId} />
      </Card>
    </Section>
  )
}
