import { query } from '#portal/client/query.ts'

export const customer = query('GET /customer', { query: {} })
