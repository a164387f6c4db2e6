import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { session } from '../../contract/session.ts'
import { call } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { endAttempt } from './attempts.ts'
import { keepToken } from './token.ts'

/**
 * A `code` in the address is a token. It is kept when this browser began the sign-in that it is of. Anybody can send a
 * link with a token of theirs: then the person is asked first, by name.
 */
export async function arrive(root: Root): Promise<void> {
  const code = window.early?.code
  if (!code) return
  if (endAttempt(code)) goOnWith(code)
  else if (await isWanted(root, code)) goOnWith(code)
}

/** The session that this one takes the place of is over: nothing keeps its token any more. */
function goOnWith(token: string): void {
  const before = keepToken(token)
  if (before && before !== token) void call(session.end, { params: {}, token: before, keepalive: true }).catch(() => {})
}

/** Shows the question. Nothing of the product runs until it is answered. */
async function isWanted(root: Root, code: string): Promise<boolean> {
  const { default: AskWho } = (await import('./AskWho.tsx').catch(() => undefined)) ?? {}
  // What cannot be asked is not done.
  if (!AskWho) return false
  const wanted = await new Promise<boolean>((answer) => {
    root.render(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <AskWho offered={code} onAnswer={answer} />
        </QueryClientProvider>
      </StrictMode>,
    )
  })
  // What was asked is of the person who was signed in.
  if (wanted) queries.clear()
  return wanted
}
