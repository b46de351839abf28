/** The acceptance of the cookie policy, as this browser remembers it and the server records it (R6.1). */

import type { CompanySettings } from '#contract/company.ts'
import { cookieAcceptanceDays } from '#contract/consent.ts'
import type { Customer } from '#contract/customer.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'
import { api } from '#portal/client/api.ts'
import { forget, isRemembered, remember } from '#portal/storage/remembered.ts'
import { sessionKey } from '#portal/storage/session.ts'

const key = 'cookies_accepted_until'

/** Whether the company asks for agreement to its cookie policy. */
export function needsCookieConsent({ customFields: { Cookie } }: CompanySettings): boolean {
  return Cookie.should_show && Cookie.active
}

/** Whether this browser must ask now. */
export function asksForCookies(settings: CompanySettings): boolean {
  return needsCookieConsent(settings) && !isRemembered(key)
}

/** Reads the customer of a session. The caller passes it in, because portal/customer is above this folder. */
export type ReadCustomer = (session: string) => Promise<Pick<Customer, 'id'>>

/**
 * Remembers the acceptance and, for a signed-in customer, records it on the server. Returns the message to show: the
 * agreement existed, or it could not be recorded (D13). Null: no message.
 */
export async function acceptCookies(readCustomer: ReadCustomer): Promise<string | null> {
  const session = sessionKey()
  if (session === undefined) {
    remember(key, cookieAcceptanceDays.guest)
    return null
  }
  try {
    const { id: user_id } = await readCustomer(session)
    await api('POST /customer/{user_id}/cookies-agreement', { params: { user_id } })
    remember(key, cookieAcceptanceDays.signed_in)
    return null
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error
    const isAgreed = error.type === 'agreement_exists'
    // After a failure, do not retry today: the one-day marker asks again tomorrow.
    remember(key, cookieAcceptanceDays[isAgreed ? 'signed_in' : 'failed'])
    // The login says that the session has ended (R3.8).
    return error.status === 401 ? null : error.message
  }
}

/** Forgets the acceptance. From the next page load on the portal asks again. */
export function forgetAcceptance(): void {
  forget(key)
}
