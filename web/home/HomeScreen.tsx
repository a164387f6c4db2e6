import { useText } from '../i18n/index.ts'
import { Load } from '../Load.tsx'
import { useMe } from '../session/queries.ts'
import { Title } from '../Title.tsx'
import { Page } from '../ui/Page.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Section } from '../ui/Section.tsx'
import { Banners } from './Banners.tsx'
import { MyCourses, MyCoursesSkeleton } from './MyCourses.tsx'
import { Upcoming, UpcomingSkeleton } from './Upcoming.tsx'

export default function HomeScreen() {
  const t = useText().home
  const { first } = useMe()
  return (
    <Page className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <Title of={t.title} />
      <div className="grid gap-6">
        <PageTitle>{t.hello(first)}</PageTitle>
        <Banners />
      </div>
      <Section title={t.upcoming}>
        <Load fallback={<UpcomingSkeleton />} compact>
          <Upcoming />
        </Load>
      </Section>
      <Load fallback={<MyCoursesSkeleton />}>
        <MyCourses />
      </Load>
    </Page>
  )
}
