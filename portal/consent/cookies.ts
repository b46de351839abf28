/** The acceptance of the cookie policy, as this browser remembers it and the server records it (R6.1). */

import type { CompanySettings } from '#contract/company.ts'
import { cookie_acceptance_days } from '#contract/consent.ts'
import { api, RequestFailure } from '#portal/api.ts'
import { forget, isRemembered, remember } from '#portal/remembered.ts'
import { storedToken } from '#portal/session/session.ts'

const key = 'cookies_accepted_until'

export function asksForCookies({ customFields: { Cookie } }: CompanySettings): boolean {
  return Cookie.should_show && Cookie.active && !isRemembered(key)
}

/** Of who is signed in, the server keeps a record. Returns what there is to say. */
export async function acceptCookies(): Promise<string | null> {
  if (!storedToken()) {
    remember(key, cookie_acceptance_days.guest)
    return null
  }
  try {
    const { id: user_id } = await api('GET /customer', { query: {} })
    await api('POST /customer/{user_id}/cookies-agreement', { params: { user_id } })
    remember(key, cookie_acceptance_days.signed_in)
    return null
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error
    const is_agreed = error.type === 'agreement_exists'
    // What failed is asked again tomorrow; nobody is held up by it today.
    remember(key, cookie_acceptance_days[is_agreed ? 'signed_in' : 'failed'])
    return is_agreed ? error.message : null
  }
}

/** The person is asked again, from the next page on. */
export async function withdrawCookies(user_id: string): Promise<void> {
  await api('DELETE /customer/{user_id}/cookies-agreement', { params: { user_id } })
  forget(key)
}
