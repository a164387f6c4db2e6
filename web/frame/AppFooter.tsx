import { useLocation } from 'react-router'
import { useText } from '../i18n/index.ts'
import { Footer } from '../ui/Footer.tsx'
import { Link } from '../ui/Link.tsx'

const VERSION = '0.0.1'

export function AppFooter() {
  const t = useText().frame
  const { pathname, search } = useLocation()
  // The policies have no address yet, so their links stay on this page.
  const policy = (name: string) => (
    <span>
      <Link to={pathname + search} className="touch-target rounded-sm underline underline-offset-4 hover:text-ink">
        {name}
      </Link>{' '}
      ({t.policyDate})
    </span>
  )
  return (
    <Footer
      start={
        <>
          <p>{t.operator}</p>
          <p>
            {t.version(VERSION)} · {t.development}
          </p>
        </>
      }
      end={
        <>
          {policy(t.privacy)}
          {policy(t.cookies)}
        </>
      }
    />
  )
}
