import { useState } from 'react'

export interface GroupDraft {
  name: string
  slogan: string
  /** The ids of those who were picked, without the person. */
  members: string[]
}

const nothing: GroupDraft = { name: '', slogan: '', members: [] }

/** What was filled in for a new group, kept on the device until the group is made. */
export function useGroupDraft(person_id: string, grouping_id: string) {
  const key = `group:${person_id}:${grouping_id}`
  const [draft, setDraft] = useState<GroupDraft>(() => read(key))
  return {
    draft,
    set: (change: Partial<GroupDraft>) => {
      const next = { ...draft, ...change }
      setDraft(next)
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {}
    },
    forget: () => {
      try {
        localStorage.removeItem(key)
      } catch {}
    },
  }
}

function read(key: string): GroupDraft {
  try {
    return { ...nothing, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<GroupDraft>) }
  } catch {
    return nothing
  }
}
