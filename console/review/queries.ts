import { query } from '#console/client/query.ts'

/** What somebody should look at. */
export const reviewItems = query('GET /admin/review')
