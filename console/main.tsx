import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'

import { openRouter } from './app/router.tsx'
import { queryClient } from './client/query.ts'

import '#ui/page.css'
import './console.css'

// index.html has this element.
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={openRouter()} />
    </QueryClientProvider>
  </StrictMode>,
)
