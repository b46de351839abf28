import { infiniteQueryOptions } from '@tanstack/react-query'

import { api } from '#console/client/api.ts'

/** Heads of a page: about three months. */
const perPage = 100

/** The company's daily heads, newest first, page by page. */
export const heads = infiniteQueryOptions({
  queryKey: ['GET /admin/head'] as const,
  queryFn: ({ pageParam: before }) =>
    api('GET /admin/head', { query: { ...(before > 0 && { before }), per_page: perPage } }),
  initialPageParam: 0,
  getNextPageParam: (page) => (page.length < perPage ? undefined : page.at(-1)!.number),
})
