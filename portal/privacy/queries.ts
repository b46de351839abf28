import { query } from '#portal/client/query.ts'

export const erasurePreview = query('GET /customer/erasure')
