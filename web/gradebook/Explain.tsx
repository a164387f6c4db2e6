import { useLocation, useSearchParams } from 'react-router'
import { AppLink } from '../common/AppLink.tsx'
import { useLeave } from '../common/useLeave.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { StaffPart, staffCode } from '../loading/StaffPart.tsx'
import { buttonClass } from '../ui/buttonClass.ts'

const dialog = staffCode('ExplainDialog', () => import('./ExplainDialog.tsx'))

/**
 * Leads to the explanation of the total, whose code loads then. It has an address, to which the news of final grades
 * leads.
 */
export function Explain() {
  const t = useText().gradebook.explain
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const leave = useLeave()
  return (
    <>
      <AppLink to="?explain" preventScrollReset className={buttonClass('quiet', 'sm')}>
        {t.open}
      </AppLink>
      {search.has('explain') && (
        <Load compact fallback={null}>
          <StaffPart code={dialog} given={{ onClose: () => leave(pathname) }} />
        </Load>
      )}
    </>
  )
}
