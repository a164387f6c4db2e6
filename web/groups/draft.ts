import { useState } from 'react'
import { thisBrowser } from '../typed/entries.ts'
import { typedOf } from '../typed/typed.ts'

export interface GroupDraft {
  name: string
  slogan: string
  /** The ids of the picked people, without the person. */
  members: string[]
}

const nothing: GroupDraft = { name: '', slogan: '', members: [] }

/** The form of a new group, stored on the device until the group exists. */
export function useGroupDraft(person_id: string, grouping_id: string) {
  const [typed] = useState(() => typedOf(thisBrowser, person_id, 'group'))
  const [draft, setDraft] = useState<GroupDraft>(() => parse(typed.read(grouping_id)))
  return {
    draft,
    set: (change: Partial<GroupDraft>) => {
      const next = { ...draft, ...change }
      setDraft(next)
      typed.keep(grouping_id, JSON.stringify(next))
    },
    forget: () => void typed.drop(grouping_id),
  }
}

function parse(text: string | null): GroupDraft {
  try {
    return { ...nothing, ...(JSON.parse(text ?? '{}') as Partial<GroupDraft>) }
  } catch {
    return nothing
  }
}
