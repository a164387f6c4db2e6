import { kindOf } from '../../../contract/questions.ts'
import type { AnswerProps } from './fetchKinds.ts'
import { Matching } from './Matching.tsx'
import { Ordering } from './Ordering.tsx'
import { Several } from './Several.tsx'
import { Short } from './Short.tsx'

export { Solution } from './Solution.tsx'

/** The field of a question other than one-option and open questions. */
export function KindAnswer(props: AnswerProps) {
  switch (kindOf(props.question)) {
    case 'several':
      return <Several {...props} />
    case 'matching':
      return <Matching {...props} />
    case 'ordering':
      return <Ordering {...props} />
    default:
      return <Short {...props} />
  }
}
