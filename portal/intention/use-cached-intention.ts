import { useQuery } from '@tanstack/react-query'

import type { Intention } from '#contract/intention.ts'

import { latestIntention } from './queries.ts'

/** The latest intention that this page has read, without a read of its own. */
export function useCachedIntention(): Intention | null {
  return useQuery({ ...latestIntention, enabled: false }).data ?? null
}
