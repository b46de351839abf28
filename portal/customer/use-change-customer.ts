import { useQueryClient } from '@tanstack/react-query'

import type { Customer, CustomerChange } from '#contract/customer.ts'
import { useWrite } from '#portal/client/write.ts'

import { customer } from './queries.ts'

/** R4.3. The answer replaces the cached customer and is returned. Throws RequestFailure. */
export function useChangeCustomer(): (change: CustomerChange) => Promise<Customer> {
  const client = useQueryClient()
  const put = useWrite('PUT /customer')
  return async (change) => {
    // `use_cnpj` only selects the document rule in the form (R5.5); the API does not take it.
    const { use_cnpj: _, ...body } = change
    const saved = await put({ body })
    client.setQueryData(customer.queryKey, saved)
    return saved
  }
}
