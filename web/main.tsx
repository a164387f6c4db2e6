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
  const { location, navigation } = router.state
  const { pathname, search } = location
  // Already there, or on the way, as after signing out.
  if (pathname === '/login' || navigation.location?.pathname === '/login') return
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
