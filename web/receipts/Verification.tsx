import { useText } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Link } from '../ui/Link.tsx'
import { Section } from '../ui/Section.tsx'
import { NotVerified } from './NotVerified.tsx'
import { codeOf } from './receiptText.ts'
import { useVerify } from './useVerify.ts'
import { Verdict } from './Verdict.tsx'

/** The code of a receipt, which anyone can verify, and its check on this page. */
export function Verification({ receipt }: { receipt: string }) {
  const t = useText().assignments.receipt
  const check = useVerify()
  const code = codeOf(receipt)
  const verify = () => check.mutate(code)
  return (
    <Section title={t.verification}>
      <Card className="grid gap-4">
        <p>
          {t.verifyAt}{' '}
          <Link to="/receipt" look="text" className="touch-target">
            {new URL('/receipt', location.origin).href}
          </Link>
        </p>
        <div>
          <h3 id="receipt-code" className="mb-1 text-ink-soft text-sm">
            {t.code}
          </h3>
          <section
            aria-labelledby="receipt-code"
            className="break-all rounded-md border border-line bg-sunken p-3 font-mono text-xs"
          >
            {code}
          </section>
        </div>
        <div className="grid gap-4 print:hidden">
          <p>
            <Button size="sm" pending={check.isPending} onClick={verify}>
              {t.verify}
            </Button>
          </p>
          {check.isError && <NotVerified error={check.error} onRetry={verify} />}
          {check.data && <Verdict valid={check.data.valid} />}
        </div>
      </Card>
    </Section>
  )
}
