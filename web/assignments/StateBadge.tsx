import type { ReactNode } from 'react'
import type { AssignmentSummary } from '../../contract/assignments.ts'
import { useText } from '../i18n/index.ts'
import { Badge } from '../ui/Badge.tsx'
import { CheckCircleIcon, CircleIcon, EditIcon, SendIcon, XIcon } from '../ui/icons.tsx'
import type { Tone } from '../ui/tone.ts'
import { type Standing, useStanding } from './useStanding.ts'

type State = 'notBegun' | 'draft' | 'missed' | 'submitted' | 'graded'

const looks: Record<State, { tone: Tone; icon: ReactNode }> = {
  notBegun: { tone: 'neutral', icon: <CircleIcon size={14} /> },
  draft: { tone: 'accent', icon: <EditIcon size={14} /> },
  missed: { tone: 'wrong', icon: <XIcon size={14} /> },
  submitted: { tone: 'note', icon: <SendIcon size={14} /> },
  graded: { tone: 'done', icon: <CheckCircleIcon size={14} /> },
}

function stateOf({ completed, draft, my }: AssignmentSummary, standing: Standing): State {
  if (completed) return my?.feedback.show ? 'graded' : 'submitted'
  if (standing === 'closed') return 'missed'
  return draft ? 'draft' : 'notBegun'
}

/** A person's progress with an assignment, as a word and a shape. */
export function StateBadge({ assignment }: { assignment: AssignmentSummary }) {
  const t = useText().assignments
  const state = stateOf(assignment, useStanding(assignment))
  const { tone, icon } = looks[state]
  return (
    <Badge tone={tone} icon={icon}>
      {t.state[state]}
    </Badge>
  )
}
