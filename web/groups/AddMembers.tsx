import { useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { Grouping } from '../../contract/groups.ts'
import { groupMembersMost } from '../../contract/groups.ts'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { useMe } from '../session/queries.ts'
import { Alert } from '../ui/Alert.tsx'
import { SearchDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { PeopleList } from './PeopleList.tsx'
import { rosterOf } from './queries.ts'
import { search, studentsOf, takenIn } from './rules.ts'

interface Props {
  grouping: Grouping
  /** The ids of the picked people. */
  members: string[]
  /** Whether the person is a student, and so always a member. */
  isIn: boolean
  onChange: (members: string[]) => void
  error?: string | undefined
}

/** The students of the course, to pick members from; the person comes first when they are one. */
export function AddMembers({ grouping, members, isIn, onChange, error }: Props) {
  const t = useText().groups
  const me = useMe()
  const { data: roster } = useSuspenseQuery(rosterOf(useCourseId()))
  const [wanted, setWanted] = useState('')
  const found = search(studentsOf(roster), useDeferredValue(wanted))
  const people = [...found.filter((p) => p._id === me._id), ...found.filter((p) => p._id !== me._id)]
  const count = members.length + (isIn ? 1 : 0)
  const full = count >= groupMembersMost

  function toggle(id: string, on: boolean) {
    if (on && full) return
    onChange(on ? [...members, id] : members.filter((m) => m !== id))
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {error && (
        <Alert tone="wrong" live>
          {error}
        </Alert>
      )}
      <SearchField
        label={t.search}
        placeholder={t.search}
        clearLabel={t.clear}
        value={wanted}
        onChange={setWanted}
        // The list filters while a person types; Enter would submit the form around it.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        data-first=""
        // The roster may arrive after the step has begun.
        autoFocus
      />
      {people.length === 0 ? (
        <Empty compact drawing={<SearchDrawing />} title={t.noMatch} className="h-80 content-center" />
      ) : (
        <PeopleList
          // A search starts at the top.
          key={wanted}
          label={t.roster}
          people={people}
          me={me._id}
          taken={takenIn(grouping)}
          chosen={new Set(members)}
          onToggle={toggle}
        />
      )}
      <p role="status" className="text-ink-soft text-sm tabular-nums">
        {t.chosen(count)}
        {full && <> · {t.tooMany(groupMembersMost)}</>}
      </p>
    </div>
  )
}

export function AddMembersSkeleton() {
  return (
    <SkeletonGroup label={useText().loading} className="grid gap-4">
      <Skeleton shape="block" className="h-11" />
      <Skeleton shape="block" className="h-80" />
      <Skeleton className="w-32 text-sm" />
    </SkeletonGroup>
  )
}
