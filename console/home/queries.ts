import { query } from '#console/client/query.ts'

export const programme = query('GET /admin/programme')
export const draft = query('GET /admin/programme/draft')
export const webhooks = query('GET /admin/webhook')
export const staff = query('GET /admin/staff')
export const keys = query('GET /admin/key')
