import { query } from '#portal/client/query.ts'

/** R7.2: one call for the whole screen. */
export const dashboard = query('GET /customer/dashboard')
