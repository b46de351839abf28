/** The reason for which a publication waits for a person: another version was published meanwhile, a field is wrong, or the author left. */

import type { Draft, Programme } from '#contract/programme/draft.ts'

/** `suspended`: requests. `outdated`: the person's own draft. The requests come first, because customers wait for them. */
export function blockOf(
  { requests }: Pick<Programme, 'requests'>,
  draft: Pick<Draft, 'base_version' | 'version' | 'changes'> | null | undefined,
): 'suspended' | 'outdated' | undefined {
  if (requests.some(({ state }) => state === 'SUSPENDED')) return 'suspended'
  const isOutdated = draft && draft.changes.length > 0 && draft.version > draft.base_version
  return isOutdated ? 'outdated' : undefined
}
