import { Title } from '../common/Title.tsx'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { useMe } from '../session/queries.ts'
import { Page } from '../ui/Page.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Section } from '../ui/Section.tsx'
import { Banners } from './Banners.tsx'
import { MyCourses, MyCoursesSkeleton } from './MyCourses.tsx'
import { SeeAllUpcoming, Upcoming, UpcomingSkeleton } from './Upcoming.tsx'

export default function HomeScreen() {
  const t = useText().home
  const { first } = useMe()
  return (
    <Page top="compact">
      <Title of={t.title} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:gap-8">
        <div className="grid gap-3 lg:gap-4">
          <PageTitle>{t.hello(first)}</PageTitle>
          <Banners />
        </div>
        <Section title={t.upcoming} action={<SeeAllUpcoming />} tight>
          <Load fallback={<UpcomingSkeleton />} compact>
            <Upcoming />
          </Load>
        </Section>
        <Load fallback={<MyCoursesSkeleton />}>
          <MyCourses />
        </Load>
      </div>
    </Page>
  )
}
