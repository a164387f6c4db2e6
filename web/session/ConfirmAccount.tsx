import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Me, users } from '../../contract/users.ts'
import { Title } from '../common/Title.tsx'
import { useOnline } from '../common/useOnline.ts'
import { useText } from '../i18n/index.ts'
import { call, isTransient } from '../loading/call.ts'
import { failureWords } from '../loading/failureWords.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Logo } from '../ui/Logo.tsx'
import { me } from './queries.ts'
import { readToken } from './token.ts'

/** The pause before a retry while the server does not answer. */
const AGAIN_MS = 5_000

interface Props {
  /** The token of the link. */
  offered: string
  onAnswer: (wanted: boolean) => void
}

/** Someone else's link would sign this browser in, so the person confirms it. */
export default function ConfirmAccount({ offered, onAnswer }: Props) {
  const t = useText()
  const again = {
    refetchInterval: (query: { state: { error: Error | null } }) => isTransient(query.state.error) && AGAIN_MS,
  }
  const offer = useQuery({
    queryKey: ['offered'],
    queryFn: () => call(users.me, { params: {}, token: offered }),
    ...again,
  })
  const isSignedIn = readToken() !== null
  const current = useQuery({ ...me, enabled: isSignedIn, ...again })

  // A refusal means that the link's session is over, or that nobody is signed in.
  const isRefused = offer.isError && !isTransient(offer.error)
  const them = offer.data
  const you = isSignedIn ? current.data : undefined
  const isSame = them !== undefined && them._id === you?._id
  useEffect(() => {
    if (isRefused || isSame) onAnswer(false)
  }, [isRefused, isSame, onAnswer])

  const failure = [offer.error, isSignedIn && current.error].find(isTransient)
  const retry = () => void Promise.all([offer.refetch(), isSignedIn && current.refetch()])
  useOnline(() => failure && retry())
  if (isRefused || isSame) return <Waiting />
  if (failure) {
    const { title, text } = failureWords(failure, t.errors)
    return (
      <Frame title={title}>
        <ErrorState
          title={title}
          text={text}
          retryLabel={t.retry}
          onRetry={retry}
          action={<Button onClick={() => onAnswer(false)}>{t.login.link.without}</Button>}
        />
      </Frame>
    )
  }
  if (!them || (isSignedIn && current.isPending)) return <Waiting />
  return <Question them={them} you={you} onAnswer={onAnswer} />
}

interface QuestionProps {
  them: Me
  you: Me | undefined
  onAnswer: (wanted: boolean) => void
}

function Question({ them, you, onAnswer }: QuestionProps) {
  const t = useText().login.link
  // First names, unless they are the same.
  const short = (one: Me, other?: Me) => (one.first && one.first !== other?.first ? one.first : nameOf(one))
  return (
    <Frame title={t.title(short(them, you))}>
      <Card pad="lg" className="grid grid-cols-1 gap-6">
        <h1 className="text-balance break-words text-center font-semibold text-xl">{t.title(short(them, you))}</h1>
        <Person label={t.offered} person={them} />
        {you ? <Person label={t.current} person={you} /> : <p className="text-ink-soft">{t.nobody}</p>}
        <p className="text-ink-soft text-sm">{t.warning}</p>
        <div className="grid grid-cols-1 gap-3">
          <Button size="lg" variant="primary" className="min-w-0" onClick={() => onAnswer(false)}>
            <span className="min-w-0 break-words">{you ? t.stay(short(you, them)) : t.without}</span>
          </Button>
          <Button size="lg" className="min-w-0" onClick={() => onAnswer(true)}>
            <span className="min-w-0 break-words">{t.goOn(short(them, you))}</span>
          </Button>
        </div>
      </Card>
    </Frame>
  )
}

const nameOf = ({ first, last, email }: Me) => `${first} ${last}`.trim() || email

function Person({ label, person }: { label: string; person: Me }) {
  return (
    <div className="flex items-start gap-4">
      <Avatar id={person._id} name={nameOf(person)} src={person.img} size={52} />
      <div className="min-w-0 break-words">
        <p className="text-ink-soft text-sm">{label}</p>
        <p className="font-semibold">{nameOf(person)}</p>
        <p className="text-ink-soft text-sm">{person.email}</p>
      </div>
    </div>
  )
}

function Frame({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <main className="grid min-h-dvh content-start justify-items-center px-4 pt-[max(2.5rem,14dvh)] pb-10">
      <Title of={title} />
      <div className="w-full max-w-md min-w-0">
        <div className="mb-8 grid justify-items-center">
          <Logo />
        </div>
        {children}
      </div>
    </main>
  )
}

/** The page's first picture stays in view meanwhile. */
const Waiting = () => (
  <div data-first-load="" className="min-h-dvh" role="status">
    <span className="sr-only">{useText().loading}</span>
  </div>
)
