import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AppLink } from '../common/AppLink.tsx'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Section } from '../ui/Section.tsx'
import { checkOf } from './queries.ts'

/** How many problems show at first, so that the dates below stay in reach. */
const FEW = 5

/** Problems to look at before students come, each with a link to its place. */
export function Check() {
  const t = useAuthoring().dates
  const { data: problems } = useSuspenseQuery(checkOf(useCourseId()))
  const [all, setAll] = useState(false)
  const shown = all ? problems : problems.slice(0, FEW)
  return (
    <Section title={t.check}>
      {problems.length === 0 ? (
        <Alert tone="done">{t.checkFine}</Alert>
      ) : (
        <Card pad="sm" className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <ul className="grid divide-y divide-line">
            {shown.map(({ kind, _id, thing, title, location, detail }) => (
              <li key={`${_id} ${kind} ${detail}`} className="wrap-anywhere py-2">
                <AppLink to={location} look="text" className="touch-target">
                  {title}
                </AppLink>{' '}
                {t.problems[kind]}
                <span className="block text-ink-soft text-sm">
                  {[t.things[thing], detail].filter(Boolean).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
          {shown.length < problems.length && (
            <Button size="sm" className="justify-self-start" onClick={() => setAll(true)}>
              {t.checkMore(problems.length)}
            </Button>
          )}
        </Card>
      )}
    </Section>
  )
}
