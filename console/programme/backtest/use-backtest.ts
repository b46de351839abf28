import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { api } from '#console/client/api.ts'
import { addBacktests, type BacktestPage } from '#contract/programme/backtest.ts'

type PageParam = Pick<BacktestPage, 'until'> & { after: string }

/** The pages of a draft's backtest. A revision is one document, so its pages stay as they are. */
const pagesOf = (revision: number) =>
  infiniteQueryOptions({
    queryKey: ['GET /admin/programme/draft/backtest', revision] as const,
    queryFn: ({ pageParam }) =>
      api('GET /admin/programme/draft/backtest', { query: { revision, ...pageParam } }),
    initialPageParam: null as PageParam | null,
    getNextPageParam: ({ next, until }): PageParam | undefined =>
      next === null ? undefined : { until, after: next },
    staleTime: Infinity,
  })

/** Reads a backtest page by page, until the last one or until `stop`. */
export function useBacktest(revision: number) {
  const [isRunning, setRunning] = useState(false)
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    ...pagesOf(revision),
    enabled: isRunning,
  })
  const isDone = data !== undefined && !hasNextPage
  // An effect, because a page's end asks for the next one, and no event handler learns of that.
  useEffect(() => {
    if (isRunning && hasNextPage && !isFetching && !error) void fetchNextPage()
  }, [isRunning, hasNextPage, isFetching, error, fetchNextPage])
  const pages = data?.pages ?? []
  return {
    state: stateOf({ isRunning, isDone, hasData: data !== undefined }),
    error: isRunning ? error : null,
    backtest: data && addBacktests(pages),
    since: pages[0]?.since,
    until: pages[0]?.until,
    read: pages.reduce((sum, page) => sum + page.read, 0),
    total: pages[0]?.total ?? null,
    start: () => setRunning(true),
    stop: () => setRunning(false),
    retry: () => void fetchNextPage(),
  }
}

type Facts = { isRunning: boolean; isDone: boolean; hasData: boolean }

function stateOf({ isRunning, isDone, hasData }: Facts) {
  if (isDone) return 'done'
  if (isRunning) return 'running'
  return hasData ? 'stopped' : 'new'
}
