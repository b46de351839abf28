import { query } from '#portal/client/query.ts'

/** Newest first: the first consent of a kind is the valid one. */
export const consents = query('GET /customer/consent')
