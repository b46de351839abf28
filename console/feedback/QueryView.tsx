import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { Skeleton } from '#ui/Skeleton.tsx'

import { LoadFailure } from './LoadFailure.tsx'

type QueryViewProps<Data> = {
  query: UseQueryResult<Data>
  /** The placeholder. It is as high as the data will be, so that the layout does not shift. */
  height?: string
  children: (data: Data) => ReactNode
}

/** Shows a query's data, a placeholder until they come, or a failure with a retry. Stale data stay on the screen after a failure. */
export function QueryView<Data>({ query, height = '8rem', children }: QueryViewProps<Data>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (error) return <LoadFailure error={error} retry={() => void refetch()} />
  return <Skeleton height={height} />
}
