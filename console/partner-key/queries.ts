import { query } from '#console/client/query.ts'

export const keys = query('GET /admin/key')
