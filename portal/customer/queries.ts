import type { QueryClient } from '@tanstack/react-query'

import type { CustomerChange } from '#contract/customer.ts'
import { api } from '#portal/client/api.ts'
import { invalidate, query } from '#portal/client/query.ts'

export const customer = query('GET /customer', { query: {} })

/**
 * R4.3. What the server answers is what is known from then on; other devices, consents and what the person may have may
 * have changed with it. Which rule the document followed is the form's own matter (R5.5).
 */
export async function changeCustomer(client: QueryClient, change: CustomerChange): Promise<void> {
  const { use_cnpj: _, ...body } = change
  client.setQueryData(customer.queryKey, await api('PUT /customer', { body }))
  invalidate(client, 'GET /customer/session', 'GET /customer/consent', 'GET /promotion/{code}')
}
