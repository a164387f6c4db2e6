import { Title } from '../common/Title.tsx'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { Card } from '../ui/Card.tsx'
import { Page } from '../ui/Page.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { NotificationList, NotificationListSkeleton } from './NotificationList.tsx'

export default function NotificationScreen() {
  const t = useText().notifications
  return (
    <Page width="reading">
      <Title of={t.title} />
      <PageTitle className="mb-6">{t.title}</PageTitle>
      <Card pad="none" className="p-2">
        <Load fallback={<NotificationListSkeleton />}>
          <NotificationList level="h2" />
        </Load>
      </Card>
    </Page>
  )
}
