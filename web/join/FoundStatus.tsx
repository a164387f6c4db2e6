import { useText } from '../i18n/index.ts'
import { useFound, type Wanted } from './queries.ts'

/** How many courses were found, read out: it is there before its words are. */
export function FoundStatus({ wanted }: { wanted: Wanted | undefined }) {
  const t = useText().join
  const { data, isPlaceholderData } = useFound(wanted)
  return (
    <p role="status" className="sr-only">
      {wanted && data && !isPlaceholderData && t.found(data.length)}
    </p>
  )
}
