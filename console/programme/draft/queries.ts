import { infiniteQueryOptions } from '@tanstack/react-query'

import { api } from '#console/client/api.ts'
import { query } from '#console/client/query.ts'

export const programme = query('GET /admin/programme')
export const draft = query('GET /admin/programme/draft')
export const conflict = query('GET /admin/programme/draft/conflict')
export const yamlOf = (which: 'published' | 'draft') =>
  query('GET /admin/programme/yaml/{which}', { params: { which } })
export const versionOf = (version: number) =>
  query('GET /admin/programme/version/{version}', { params: { version } })

/** Versions of a page: more than a company publishes in a month. */
const perPage = 20

export const versions = infiniteQueryOptions({
  queryKey: ['GET /admin/programme/version'] as const,
  queryFn: ({ pageParam }) =>
    api('GET /admin/programme/version', {
      query: { per_page: perPage, ...(pageParam !== null && { before: pageParam }) },
    }),
  initialPageParam: null as number | null,
  getNextPageParam: (page) => (page.length < perPage ? undefined : (page.at(-1)?.version ?? null)),
})
