import { query } from '#portal/client/query.ts'

/** R11.2: `update_level` makes the server store the current level first, so that this screen shows it. */
export const standing = query('GET /customer', { query: { update_level: 'TRUE' } })
