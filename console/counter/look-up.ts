import { api } from '#console/client/api.ts'
import { counterText } from '#console/text/counter.ts'
import type { CounterCustomer, CounterCustomerKey } from '#contract/console/counter.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'

import { keyLabel, type TypedKey } from './customer-key.ts'

/** The customer of the sale. `found` null: nobody has this document, or there is no network to ask. */
export type Known = {
  key: CounterCustomerKey
  found: CounterCustomer | null
  label: string
  isOffline: boolean
}

/** The customer, or the sentence of why there is none. Throws RequestFailure. */
export async function customerOf(shop: string, key: TypedKey): Promise<Known | string> {
  const { code, ...typed } = key
  const label = keyLabel(key)
  try {
    if (!navigator.onLine) throw new RequestFailure(null, 'network', counterText.offlineText)
    const found = await api('POST /admin/counter/customer', { body: { shop, customer: key } })
    return { key: { id: found.id }, found, label, isOffline: false }
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error
    if (error.type === 'customer_not_found' && typed.document !== undefined) {
      return { key: typed, found: null, label, isOffline: false }
    }
    if (error.status !== null) throw error
    return code === undefined
      ? { key: typed, found: null, label, isOffline: true }
      : counterText.codeOffline
  }
}
