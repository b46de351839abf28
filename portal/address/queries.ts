import { query } from '#portal/client/query.ts'

/** R4.5. The address of a CEP never becomes stale while a form is open. */
export const addressOf = (postal_code: string) => ({
  ...query('GET /address/{postal_code}', { params: { postal_code } }),
  staleTime: Infinity,
})
