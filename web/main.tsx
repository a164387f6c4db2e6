import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { loadLanguage } from './i18n/index.ts'
import { queries } from './queryClient.ts'
import { createRouter } from './routes.tsx'
import { takeCodeFromAddress, whenSessionEnds } from './session/token.ts'
import './ui/styles.css'

takeCodeFromAddress()
await loadLanguage()
const router = createRouter()
whenSessionEnds(() => {
  const { pathname, search } = router.state.location
  if (pathname === '/login') return
  queries.clear()
  void router.navigate(`/login?${new URLSearchParams({ return_to: pathname + search })}`, { replace: true })
})

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
