import { useEffect, useState } from 'react'

import { memberCode, memberCodeStep, memberCodeStep_s } from '#contract/member-code.ts'
import { currentCompanyId } from '#portal/client/company-id.ts'
import type { StoredCodeKey } from '#portal/storage/member-code.ts'

/**
 * The current code, by the server's clock, and the seconds until the next code. Null while the first code is
 * computed.
 */
export function useMemberCode({ session_ref, key, ahead_ms }: StoredCodeKey) {
  const now_ms = useNow() + ahead_ms
  const step = memberCodeStep(now_ms)
  const [code, setCode] = useState<string | null>(null)
  // The browser computes the HMAC asynchronously.
  useEffect(() => {
    let isCurrent = true
    const parts = { company_id: currentCompanyId()!, session_ref, step }
    async function compute() {
      const next = await memberCode(key, parts)
      if (isCurrent) setCode(next)
    }
    void compute()
    return () => {
      isCurrent = false
    }
  }, [key, session_ref, step])
  return { code, left_s: memberCodeStep_s - (Math.floor(now_ms / 1000) % memberCodeStep_s) }
}

/** The device's clock, each second and when the page is shown again: a hidden page's timers are slowed down. */
function useNow(): number {
  const [now_ms, setNow] = useState(() => Date.now())
  useEffect(() => {
    const tick = () => setNow(Date.now())
    const timer = setInterval(tick, 1_000)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
  return now_ms
}
