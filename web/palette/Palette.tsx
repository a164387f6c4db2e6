import { useState } from 'react'
import { historyPage, staffTabs, tabs } from '../courses/tabs.ts'
import { useText } from '../i18n/index.ts'
import { failureWords } from '../loading/failureWords.ts'
import { prefetch } from '../loading/prefetch.ts'
import { useMe } from '../session/queries.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { SearchDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Finder } from '../ui/Finder.tsx'
import {
  AssignmentIcon,
  BellIcon,
  BookIcon,
  DiscussionIcon,
  FileTextIcon,
  FolderIcon,
  HomeIcon,
  MegaphoneIcon,
  PlusIcon,
  SettingsIcon,
  UserIcon,
} from '../ui/icons.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { find } from './find.ts'
import { courseIn } from './keys.ts'
import { type Place, usePlaces } from './places.ts'
import { recentOf } from './recent.ts'

const icons = {
  course: BookIcon,
  person: UserIcon,
  assignment: AssignmentIcon,
  announcement: MegaphoneIcon,
  topic: DiscussionIcon,
  file: FileTextIcon,
  folder: FolderIcon,
}
const pageIcons: Record<string, typeof BookIcon> = { '/': HomeIcon, '/notification': BellIcon, '/join': PlusIcon }

function iconOf({ kind, to }: Place) {
  if (kind === 'page') return pageIcons[to] ?? SettingsIcon
  if (kind !== 'tab') return icons[kind]
  return [...tabs, ...staffTabs, historyPage].find(([name]) => to.split('/')[3] === name)?.[1] ?? HomeIcon
}

interface Props {
  onClose: () => void
  /** A place is chosen for something else, such as a link in a text, and not opened. */
  pick?: { title: string; isAsked: (place: Place) => boolean; onPick: (place: Place) => void } | undefined
}

/** The command palette: a few letters of a name find a place and Enter opens it. */
export function Palette({ onClose, pick }: Props) {
  const t = useText()
  const { course, isStaff, waiting, error, retry, ...places } = usePlaces()
  const all = pick ? places.all.filter(pick.isAsked) : places.all
  const { _id } = useMe()
  const [recent] = useState(() => recentOf(_id))
  const [typed, setTyped] = useState('')
  // A renamed place shows its new name; a place that this course no longer has is left out.
  const used = (pick ? [] : recent.all).flatMap((place) => {
    const known = all.find(({ to }) => to === place.to)
    return known || (!waiting && courseIn(place.to) === course) ? (known ?? []) : place
  })
  const groups = find(all, used, typed)
  const found = groups.flatMap((group) => group.places)
  return (
    <Dialog title={pick?.title ?? t.frame.goTo} closeLabel={t.close} onClose={onClose}>
      <Finder
        label={isStaff ? t.palette.searchStaff : t.palette.search}
        listLabel={t.palette.places}
        value={typed}
        onChange={setTyped}
        groups={groups.map(({ kind, places: items }) => ({
          label: t.palette.kinds[kind],
          items: items.map((place) => {
            const Icon = iconOf(place)
            const elsewhere = courseIn(place.to) !== course && place.course
            return {
              ...place,
              icon: <Icon size={20} />,
              detail: [elsewhere, place.detail].filter(Boolean).join(' / '),
            }
          }),
        }))}
        status={typed.trim() && !waiting ? t.palette.found(found.length) : ''}
        picks={pick !== undefined}
        onIntent={(to) => void (pick ?? prefetch(to))}
        onGo={(to) => {
          const place = found.find((one) => one.to === to)
          if (place && !pick) recent.add(place)
          onClose()
          if (place) pick?.onPick(place)
        }}
      >
        {error && !waiting ? (
          <ErrorState
            compact
            title={t.errors.panel}
            text={failureWords(error, t.errors).text}
            retryLabel={t.retry}
            onRetry={retry}
          />
        ) : waiting ? (
          <PlacesSkeleton />
        ) : (
          found.length === 0 && (
            <Empty
              compact
              drawing={<SearchDrawing />}
              title={t.palette.none}
              text={isStaff ? t.palette.noneTextStaff : t.palette.noneText}
            />
          )
        )}
      </Finder>
    </Dialog>
  )
}

function PlacesSkeleton() {
  return (
    <SkeletonGroup label={useText().loading} className="grid gap-1.5 py-1.5">
      {[0, 1, 2, 3].map((n) => (
        <Skeleton key={n} shape="block" className="h-11" />
      ))}
    </SkeletonGroup>
  )
}
