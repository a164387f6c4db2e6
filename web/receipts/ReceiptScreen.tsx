import { type FormEvent, useState } from 'react'
import { Late } from '../assignments/LateMark.tsx'
import { Title } from '../common/Title.tsx'
import { AppFooter } from '../frame/AppFooter.tsx'
import { useText } from '../i18n/index.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { FileDrop } from '../ui/FileDrop.tsx'
import { Link } from '../ui/Link.tsx'
import { Logo } from '../ui/Logo.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { NotVerified } from './NotVerified.tsx'
import { Statement } from './Statement.tsx'
import { useVerify } from './useVerify.ts'
import { Verdict } from './Verdict.tsx'

/** In bytes; a receipt has less than a tenth of this. */
const MOST = 100_000

/** Anyone can check a receipt here, signed in or not. */
export default function ReceiptScreen() {
  const { frame, assignments } = useText()
  const t = assignments.receipt
  const [text, setText] = useState('')
  const [tooLarge, setTooLarge] = useState(false)
  const check = useVerify()

  function change(next: string) {
    setText(next)
    setTooLarge(false)
    // The result was for another text.
    check.reset()
  }
  async function take([file]: File[]) {
    if (!file) return
    if (file.size > MOST) return setTooLarge(true)
    const receipt = await file.text()
    change(receipt)
    check.mutate(receipt)
  }
  function verify(event?: FormEvent) {
    event?.preventDefault()
    if (text.trim()) check.mutate(text)
  }

  return (
    <div className="flex min-h-dvh flex-col">
      <Title of={t.title} />
      <main className="flex-1 px-4 py-10">
        <div className="mx-auto grid w-full max-w-2xl gap-6">
          <Link
            to="/"
            aria-label={frame.home}
            className="inline-flex min-h-11 items-center justify-self-center rounded-md"
          >
            <Logo />
          </Link>
          <Card pad="lg" className="grid gap-6">
            <div className="grid gap-2">
              <PageTitle>{t.title}</PageTitle>
              <p className="text-ink-soft">{t.intro}</p>
            </div>
            <form onSubmit={verify} className="grid gap-4">
              <TextArea
                label={t.label}
                rows={6}
                maxLength={MOST}
                spellCheck={false}
                autoComplete="off"
                value={text}
                onChange={change}
              />
              <FileDrop
                chooseLabel={t.choose}
                hint={t.help}
                accept=".json,application/json"
                onFiles={(files) => void take(files)}
              />
              {tooLarge && (
                <Alert live tone="wrong">
                  {t.tooLarge}
                </Alert>
              )}
              <Button type="submit" variant="primary" size="lg" disabled={!text.trim()} pending={check.isPending}>
                {t.verify}
              </Button>
            </form>
            {check.isError && <NotVerified error={check.error} onRetry={() => verify()} />}
            {check.data && <Verdict valid={check.data.valid} />}
            {check.data?.says && (
              <Statement said={check.data.says} note={<Late late={check.data.says.late ?? false} />} />
            )}
          </Card>
        </div>
      </main>
      <AppFooter />
    </div>
  )
}
