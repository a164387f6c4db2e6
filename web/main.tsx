import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { firstAnswers, soon } from './firstAnswers.ts'
import { loadLanguage } from './i18n/index.ts'
import { queries } from './queryClient.ts'
import { createRouter } from './routes.tsx'
import { followTabs, isRefused } from './session/tabs.ts'
import { takeCodeFromAddress } from './session/token.ts'
import './ui/styles.css'

await Promise.all([takeCodeFromAddress(isRefused), loadLanguage()])
const router = createRouter()
followTabs(router)
const isReady = await soon(firstAnswers(router))

// The words for a start that failed are not needed any more: each screen has one heading, its own.
document.getElementById('failed')?.remove()
const root = createRoot(document.getElementById('root') as HTMLElement)
const draw = () =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
// In small steps, so that nothing that is pressed has to wait. Not while the router is still on its way: it would get there
// between two steps, and nobody would hear of it.
if (isReady) startTransition(draw)
else draw()
