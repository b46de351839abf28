import { query } from '#portal/client/query.ts'

/** R11.2: where the customer stands, stored first: whoever comes to see it sees what holds. */
export const standing = query('GET /customer', { query: { update_level: 'TRUE' } })
