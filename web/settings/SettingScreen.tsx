import { useQuery } from '@tanstack/react-query'
import { NewTab } from '../common/NewTab.tsx'
import { Title } from '../common/Title.tsx'
import { chooseLanguage, type Language, useLanguage, useText } from '../i18n/index.ts'
import { account, useMe } from '../session/queries.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { ExternalIcon, MoonIcon, SystemIcon } from '../ui/icons.tsx'
import { Page } from '../ui/Page.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Section } from '../ui/Section.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Switch } from '../ui/Switch.tsx'
import { toast } from '../ui/Toast.tsx'
import { chooseDark, followDevice, useDark, useFollowsSystem } from './theme.ts'

export default function SettingScreen() {
  const { setting: t, errors } = useText()
  return (
    <Page width="reading" gap="lg">
      <Title of={t.title} />
      <PageTitle>{t.title}</PageTitle>
      <Section title={t.account}>
        <Account />
      </Section>
      <Section title={t.appearance}>
        <Card className="grid gap-6">
          <Switch label={t.dark} icon={<MoonIcon />} checked={useDark()} onChange={chooseDark} />
          <Switch
            label={t.device}
            help={t.deviceHelp}
            icon={<SystemIcon />}
            checked={useFollowsSystem()}
            onChange={followDevice}
          />
          <Select
            label={t.language}
            className="max-w-64"
            value={useLanguage()}
            onChange={(next) => chooseLanguage(next as Language).catch(() => toast(errors.offlineText, 'wrong'))}
            options={[
              { value: 'en', label: t.english },
              { value: 'th', label: t.thai },
            ]}
          />
        </Card>
      </Section>
    </Page>
  )
}

/** Account details are kept where the account is: at the provider. */
function Account() {
  const { setting: t, errors, retry } = useText()
  const { _id, first, last, email, img } = useMe()
  const { data, error, refetch } = useQuery(account)
  const name = `${first} ${last}`.trim()
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex items-center gap-4">
        <Avatar id={_id} name={name} src={img} size={64} />
        <div className="min-w-0">
          <p className="break-words font-semibold text-lg">{name}</p>
          <p className="break-words text-ink-soft">{email}</p>
        </div>
      </div>
      {data ? (
        <>
          <p className="max-w-prose">{t.accountNote(data.name)}</p>
          <p>
            <a href={data.url} target="_blank" rel="noopener noreferrer" className={buttonClass('quiet', 'md')}>
              {t.accountLink}
              <ExternalIcon size={18} />
              <NewTab />
            </a>
          </p>
        </>
      ) : error ? (
        <ErrorState compact title={errors.panel} retryLabel={retry} onRetry={() => void refetch()} />
      ) : (
        <>
          <Skeleton className="max-sm:mb-[1.85em]" />
          <Skeleton shape="block" className="h-11 w-60 max-w-full" />
        </>
      )}
    </Card>
  )
}
