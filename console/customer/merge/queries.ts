import { query } from '#console/client/query.ts'

/** The accounts that were merged into a customer's, or the account into which it was merged. */
export const customerMerges = (id: string) =>
  query('GET /admin/customer/{id}/merges', { params: { id } })

/** What a merge would do. `id`: the account that would stay. */
export const mergePreview = (id: string, absorbed_id: string) =>
  query('GET /admin/customer/{id}/merge', { params: { id }, query: { absorbed_id } })
