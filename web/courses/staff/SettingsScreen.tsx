import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { AppLink } from '../../common/AppLink.tsx'
import { NotFound } from '../../errors/ErrorScreens.tsx'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useText } from '../../i18n/index.ts'
import { Load } from '../../loading/Load.tsx'
import { buttonClass } from '../../ui/buttonClass.ts'
import { Card } from '../../ui/Card.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx'
import { useCan } from '../membership.ts'
import { useCourseId } from '../queries.ts'
import { ArchiveCard } from './ArchiveCard.tsx'
import { JoiningCard } from './JoiningCard.tsx'
import { settingsOf } from './queries.ts'
import { SettingsForm } from './SettingsForm.tsx'

/** The settings of a course, for people who may change them. */
export default function SettingsScreen() {
  if (!useCan().settings) return <NotFound inside />
  return (
    <Load fallback={<SettingsSkeleton />}>
      <Settings />
    </Load>
  )
}

function Settings() {
  const t = useAuthoring().courses
  const { data: settings } = useSuspenseQuery(settingsOf(useCourseId()))
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
      <h2 className="sr-only">{t.settings}</h2>
      {settings.archived_at === null && (
        <>
          <SettingsForm settings={settings} />
          <JoiningCard settings={settings} />
        </>
      )}
      <Card className="grid justify-items-start gap-3">
        <h3 className="font-semibold text-lg">{t.copy}</h3>
        <p className="max-w-prose text-ink-soft">{t.copyText}</p>
        <AppLink to={`/course/${settings._id}/settings/copy`} preventScrollReset className={buttonClass('quiet', 'md')}>
          {t.copyIt}
        </AppLink>
      </Card>
      <ArchiveCard settings={settings} />
      <Outlet />
    </div>
  )
}

function SettingsSkeleton() {
  return (
    <SkeletonGroup label={useText().loading} className="mx-auto grid w-full max-w-3xl gap-6">
      <Skeleton shape="block" className="h-96" />
      <Skeleton shape="block" className="h-72" />
      <Skeleton shape="block" className="h-72" />
    </SkeletonGroup>
  )
}
