import { useEffect, useState } from 'react'

import { companyInPage, type CompanyState } from './company.ts'

/**
 * The company from the page, or fetched if the page has none (R1.1, R1.4). It is no query: the cache belongs to a session, and
 * a guest, who has none, needs the company before the login is shown.
 */
export function useCompanyState() {
  const [company, setCompany] = useState<CompanyState>(companyInPage)
  const [failed, setFailed] = useState(false)

  // An effect, because the four calls must run only once, and only if the server has not written the company into the page.
  useEffect(() => {
    if (company !== 'unknown' || failed) return undefined
    let hasLeft = false
    import('./load-company.ts')
      .then(({ loadCompany }) => loadCompany())
      .then(
        (found) => !hasLeft && setCompany(found),
        // After any failure the screen offers a retry.
        () => !hasLeft && setFailed(true),
      )
    return () => void (hasLeft = true)
  }, [company, failed])

  return { company, failed, retry: () => setFailed(false) }
}
