import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { api } from '#console/client/api.ts'
import { fresh_ms } from '#console/client/query-client.ts'
import { query } from '#console/client/query.ts'
import type { YamlOf } from '#contract/programme/draft.ts'

export const programme = query('GET /admin/programme')
export const suspended = query('GET /admin/programme/suspended')
export const draft = query('GET /admin/programme/draft')
export const yamlOf = (which: YamlOf['which']) =>
  query('GET /admin/programme/yaml/{which}', { params: { which } })
export const versionOf = (version: number) =>
  query('GET /admin/programme/version/{version}', { params: { version } })

/**
 * What a draft and the version that was published meanwhile both changed. Null for a draft of the newest version, which the answer
 * about the draft says; that is asked again whenever it matters, because a publication ends it.
 */
export const conflict = queryOptions({
  queryKey: ['GET /admin/programme/draft/conflict'] as const,
  queryFn: async ({ client }) => {
    // Does not throw: a save cancels a read of the draft that is under way.
    await client.prefetchQuery(draft)
    const own = client.getQueryData(draft.queryKey)
    const isOutdated = own && own.version > own.base_version
    return isOutdated ? api('GET /admin/programme/draft/conflict') : null
  },
  staleTime: ({ state }) => (state.data ? fresh_ms : 0),
})

/** More versions than a company publishes in a month. */
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
