import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'

import { openRouter } from './app/router.tsx'
import { queryClient } from './client/query-client.ts'
import { Toasts } from './feedback/toasts.tsx'
import { PromptDialog } from './session/PromptDialog.tsx'

import '#ui/page.css'
import './console.css'

// index.html has this element.
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      {/* The page's policy allows no style elements; console.css has their rules. */}
      <CSPProvider disableStyleElements>
        <RouterProvider router={openRouter()} />
        <Toasts />
        <PromptDialog />
      </CSPProvider>
    </QueryClientProvider>
  </StrictMode>,
)
