import { useQueryClient } from '@tanstack/react-query'

import type { CustomerChange } from '#contract/customer.ts'
import { useWrite } from '#portal/client/write.ts'

import { customer } from './queries.ts'

/** R4.3. The answer replaces the cached customer. Throws RequestFailure. */
export function useChangeCustomer(): (change: CustomerChange) => Promise<void> {
  const client = useQueryClient()
  const put = useWrite('PUT /customer')
  return async (change) => {
    // `use_cnpj` only selects the document rule in the form (R5.5); the API does not take it.
    const { use_cnpj: _, ...body } = change
    client.setQueryData(customer.queryKey, await put({ body }))
  }
}
