import type { Customer } from '#contract/customer.ts'
import { networkMessage } from '#contract/error.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'
import { customer } from '#portal/customer/queries.ts'

/** The customer, from the session's cache. The cache is in the shell's chunk, which the login does not load. */
export async function readCustomer(session: string): Promise<Customer> {
  const { cacheOf } = await import('#portal/offline/session-cache.ts').catch(() => {
    throw new RequestFailure(null, 'network', networkMessage)
  })
  return cacheOf(session).ensureQueryData(customer)
}
