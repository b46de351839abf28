import { QueryClient } from '@tanstack/react-query'

import { RequestFailure } from '#contract/request/request-failure.ts'

/** Shown again within this time, an answer is not read again. */
export const fresh_ms = 30_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: fresh_ms,
      // api.ts retries, and knows which failures may pass.
      retry: false,
      // Without a network a read fails at once, with a sentence. TanStack Query would otherwise pause it.
      networkMode: 'always',
      throwOnError: (error) => !(error instanceof RequestFailure),
    },
    mutations: { networkMode: 'always' },
  },
})
