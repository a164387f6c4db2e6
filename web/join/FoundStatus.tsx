import { useText } from '../i18n/index.ts'
import { type CourseQuery, useFound } from './queries.ts'

/** Announces the number of courses found. It is mounted before its text, so that a screen reader notices the change. */
export function FoundStatus({ wanted }: { wanted: CourseQuery | undefined }) {
  const t = useText().join
  const { data, isPlaceholderData } = useFound(wanted)
  return (
    <p role="status" className="sr-only">
      {wanted && data && !isPlaceholderData && t.found(data.length)}
    </p>
  )
}
