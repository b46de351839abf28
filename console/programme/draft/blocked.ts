/** What stops a publication until a person decides: a newer version than the one that the changes began on. */

import type { Draft, Programme } from '#contract/programme/draft.ts'

/** The requests that a newer version, or a wrong field, suspended. */
export function suspendedCount({ requests }: Pick<Programme, 'requests'>): number {
  return requests.filter(({ state }) => state === 'SUSPENDED').length
}

/** `suspended`: requests. `outdated`: the person's own draft. The requests come first, because customers wait for them. */
export function blockOf(
  programme: Pick<Programme, 'requests'>,
  draft: Pick<Draft, 'base_version' | 'version' | 'changes'> | null | undefined,
): 'suspended' | 'outdated' | undefined {
  if (suspendedCount(programme) > 0) return 'suspended'
  const isOutdated = draft && draft.changes.length > 0 && draft.version > draft.base_version
  return isOutdated ? 'outdated' : undefined
}
