import { useQuery } from '@tanstack/react-query'
import { NewTab } from '../common/NewTab.tsx'
import { courseOf, useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Card } from '../ui/Card.tsx'
import { ExternalIcon, VideoIcon } from '../ui/icons.tsx'
import { Section } from '../ui/Section.tsx'

/** The link to the lecture capture, for a course that has one. The layout around it loads the course. */
export function Capture() {
  const t = useText().contents
  const echo = useQuery(courseOf(useCourseId())).data?.course_contact.echo
  if (!echo) return null
  return (
    <Section title={t.capture}>
      <Card pad="sm" className="flex flex-wrap items-center gap-4">
        <span className="grid size-10 shrink-0 place-items-center rounded-md bg-note-soft text-note">
          <VideoIcon />
        </span>
        <p className="min-w-40 flex-1 text-ink-soft text-sm">{t.captureText}</p>
        <ButtonLink variant="primary" href={echo} target="_blank" rel="noopener noreferrer">
          {t.captureOpen}
          <ExternalIcon size={16} />
          <NewTab />
        </ButtonLink>
      </Card>
    </Section>
  )
}
