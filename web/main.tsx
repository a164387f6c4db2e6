import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { loadLanguage } from './i18n/index.ts'
import { queries } from './queryClient.ts'
import { createRouter } from './routes.tsx'
import { followTabs, isRefused } from './session/tabs.ts'
import { takeCodeFromAddress } from './session/token.ts'
import './ui/styles.css'

await Promise.all([takeCodeFromAddress(isRefused), loadLanguage()])
const router = createRouter()
followTabs(router)

// The words for a start that failed are not needed any more: each screen has one heading, its own.
document.getElementById('failed')?.remove()
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
