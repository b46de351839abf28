import { query } from '#portal/query.ts'

export const customer = query('GET /customer')
