import { query } from '#console/client/query.ts'

export const staff = query('GET /admin/staff')
