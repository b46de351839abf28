/** The pages of a list (D2). */

import * as z from 'zod/mini'

/** The specification's limit of a page. */
const maxPerPage = 5000
/** The offset of the last page stays below the largest integer of PostgreSQL: 400,000 × 5,000 < 2³¹. */
const maxPage = 400_000

const PageNumber = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxPage))
const PageSize = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxPerPage))

/** The number of a page, from 1. */
export const page = z._default(PageNumber, 1)
/** Entries of a page. */
export const per_page = z._default(PageSize, 20)

/** The query of a short list, which is answered whole unless the caller asks for a page of it. Other options are ignored. */
export const ShortList = z.object({ page, per_page: z._default(PageSize, maxPerPage) })
export type ShortList = z.output<typeof ShortList>
