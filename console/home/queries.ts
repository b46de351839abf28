import { query } from '#console/client/query.ts'

export const programme = query('GET /admin/programme')
export const draft = query('GET /admin/programme/draft')
export const webhooks = query('GET /admin/webhook')
