import { useQueryClient } from '@tanstack/react-query'

import type { CustomerChange } from '#contract/customer.ts'
import { useWrite } from '#portal/client/use-write.ts'

import { customer } from './queries.ts'

/** R4.3. The answer replaces what was known of the customer. Throws RequestFailure. */
export function useChangeCustomer(): (change: CustomerChange) => Promise<void> {
  const client = useQueryClient()
  const put = useWrite('PUT /customer')
  return async (change) => {
    // Which rule the document followed is the form's own matter (R5.5).
    const { use_cnpj: _, ...body } = change
    client.setQueryData(customer.queryKey, await put({ body }))
  }
}
