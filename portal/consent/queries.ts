import { query } from '#portal/client/query.ts'

/** Newest first: the first of a kind counts. */
export const consents = query('GET /customer/consent')
