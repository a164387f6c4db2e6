import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { session } from '../../contract/session.ts'
import { call } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { endAttempt } from './attempts.ts'
import { keepToken } from './token.ts'

/**
 * Handles a `code` in the address, which is a token. This browser keeps it when it started that sign-in. Anyone can
 * send a link with their own token, so otherwise the person confirms it first, by name.
 */
export async function acceptCode(root: Root): Promise<void> {
  const code = window.early?.code
  if (!code) return
  if (endAttempt(code)) goOnWith(code)
  else if (await isWanted(root, code)) goOnWith(code)
}

/** Ends the replaced session: nothing keeps its token any more. */
function goOnWith(token: string): void {
  const before = keepToken(token)
  if (before && before !== token) void call(session.end, { params: {}, token: before, keepalive: true }).catch(() => {})
}

/** Asks the question. The product starts after the answer. */
async function isWanted(root: Root, code: string): Promise<boolean> {
  const { default: ConfirmAccount } = (await import('./ConfirmAccount.tsx').catch(() => undefined)) ?? {}
  // Without the code that asks, nothing changes.
  if (!ConfirmAccount) return false
  const wanted = await new Promise<boolean>((answer) => {
    root.render(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <ConfirmAccount offered={code} onAnswer={answer} />
        </QueryClientProvider>
      </StrictMode>,
    )
  })
  // The cache has the data of the person who was signed in.
  if (wanted) queries.clear()
  return wanted
}
