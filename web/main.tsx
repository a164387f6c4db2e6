import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { loadLanguage } from './i18n/index.ts'
import { queries } from './loading/queryClient.ts'
import { sayWhatIsCopied } from './markdown/sources.ts'
import { createRouter } from './routes.tsx'
import { acceptCode } from './session/acceptCode.tsx'
import { followTabs } from './session/tabs.ts'
import { followThemeOfTabs } from './settings/theme.ts'
import './ui/styles.css'

followThemeOfTabs()
await loadLanguage()
// The message for a failed start is no longer needed: each screen has its own `h1`.
document.getElementById('failed')?.remove()
const root = createRoot(document.getElementById('root') as HTMLElement)
await acceptCode(root)
const router = createRouter()
followTabs(router)
sayWhatIsCopied()

root.render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
