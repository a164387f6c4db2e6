import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { signInErrors } from '../../contract/session.ts'
import { Title } from '../common/Title.tsx'
import { AppFooter } from '../frame/AppFooter.tsx'
import { useText } from '../i18n/index.ts'
import { queries } from '../loading/queryClient.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { Card } from '../ui/Card.tsx'
import { RetryIcon } from '../ui/icons.tsx'
import { Logo } from '../ui/Logo.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { keepAttempt } from './attempts.ts'
import { isProvider, provider } from './queries.ts'

/** An authorize address is valid for 15 minutes; a login screen may be open for longer. */
const RENEW_MS = 10 * 60_000

export default function LoginScreen() {
  const t = useText()
  const [search] = useSearchParams()
  const failure = signInErrors.find((code) => code === search.get('error'))
  const { data, isFetched, isFetching, refetch } = useQuery({
    ...provider(search.get('return_to') ?? '/'),
    refetchInterval: RENEW_MS,
    refetchIntervalInBackground: true,
  })
  // Nothing of the person before stays. Not earlier: a dialog that no longer knew its course would lead away from the
  // address to come back to.
  useEffect(() => queries.removeQueries({ predicate: ({ queryKey }) => !isProvider(queryKey) }), [])
  useEffect(() => {
    if (data) keepAttempt(data.attempt)
  }, [data])
  return (
    <div className="flex min-h-dvh flex-col">
      <Title of={t.login.title} />
      {/* Aligned to the top: centred, it would move when the provider's name is longer than its skeleton. */}
      <main className="grid flex-1 content-start justify-items-center px-4 pt-[max(2.5rem,14dvh)] pb-10">
        <div className="w-full max-w-md">
          <div className="mb-8 grid justify-items-center gap-3 text-center">
            <Logo />
            <p className="text-ink-soft text-lg">{t.login.welcome}</p>
          </div>
          <Card pad="lg" className="grid gap-6 text-center">
            <h1 className="sr-only">{t.login.title}</h1>
            {failure && (
              <div className="text-start">
                <Alert tone="wrong" live>
                  {t.login.errors[failure]}
                </Alert>
              </div>
            )}
            {data ? (
              <>
                {data.logo && <img src={data.logo} alt="" width="72" height="72" className="mx-auto size-18" />}
                <p className="text-balance text-lg">{t.login.ask(data.name)}</p>
                <a href={data.authorize_url} className={buttonClass('primary', 'lg')}>
                  {t.login.button(data.name)}
                </a>
              </>
            ) : isFetched ? (
              <>
                <Alert tone="wrong">{t.login.errors.unavailable}</Alert>
                <Button icon={<RetryIcon size={18} />} pending={isFetching} onClick={() => void refetch()}>
                  {t.retry}
                </Button>
              </>
            ) : (
              <div className="grid justify-items-center gap-6" role="status" aria-label={t.loading}>
                <Skeleton shape="circle" className="size-18" />
                <div className="grid w-full justify-items-center">
                  <Skeleton className="w-64 max-w-full text-lg" />
                  <Skeleton className="w-40 text-lg sm:hidden" />
                </div>
                <Skeleton shape="circle" className="h-13 w-full" />
              </div>
            )}
          </Card>
        </div>
      </main>
      <AppFooter />
    </div>
  )
}
