import type { MemberCodeKey } from '#contract/member-code.ts'
import { api } from '#portal/client/api.ts'
import { queryOptions } from '#portal/client/query.ts'
import { type StoredCodeKey, storedMemberCodeKey } from '#portal/storage/member-code.ts'
import { keepMemberCode, sessionKey } from '#portal/storage/session.ts'

/**
 * The key from which this login's codes are computed, and how far the server's clock is ahead of the device's. Each read
 * measures the clocks again.
 */
export const memberCodeKey = queryOptions({
  queryKey: ['GET /customer/member-code'],
  queryFn: async (): Promise<StoredCodeKey | null> => {
    const answer: MemberCodeKey = await api('GET /customer/member-code')
    return keepMemberCode(answer)
  },
})

/** The key that this device has stored. */
export function storedKey(): StoredCodeKey | null {
  const session = sessionKey()
  return session === undefined ? null : storedMemberCodeKey(session)
}
