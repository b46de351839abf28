import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { Skeleton } from '#ui/Skeleton.tsx'

import { LoadFailure } from './LoadFailure.tsx'

type QueryViewProps<Data> = {
  query: UseQueryResult<Data>
  /** As high as what will be shown, so that nothing jumps. */
  height?: string
  children: (data: Data) => ReactNode
}

/** What a query answers, a placeholder until then, or the reason and another try. Stale data stay on the screen after a failure. */
export function QueryView<Data>({ query, height = '8rem', children }: QueryViewProps<Data>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (error) return <LoadFailure error={error} retry={() => void refetch()} />
  return <Skeleton height={height} />
}
