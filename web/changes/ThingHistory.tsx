import { useParams, useResolvedPath } from 'react-router'
import { HistoryDialog } from './HistoryDialog.tsx'

/** The history of the thing whose id is the last one in the address, over the screen of the route above. */
export default function ThingHistory() {
  const id = Object.values(useParams()).at(-1) ?? ''
  const back = useResolvedPath('..').pathname
  return <HistoryDialog of={id} back={back} home={back} />
}
