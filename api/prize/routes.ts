import type { Context } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import type { Route } from '#api/http/route.ts'

import { addFavorite, removeFavorite } from './favorite.ts'
import { prize, prizeCategories, prizeCount, prizes } from './prizes.ts'

export function prizeRoutes(route: Route, { database }: Context): void {
  route('GET /prize', async ({ query, header, ...caller }) => {
    const found = await prizes(database, caller, query)
    header('x-total-count', String(found.total))
    return found.prizes
  })
  route('GET /prize/count', ({ query, ...caller }) => prizeCount(database, caller, query))
  route('GET /prize/category', ({ company_id }) => prizeCategories(database, company_id))
  route('GET /prize/{id}', async ({ params, ...caller }) => {
    const found = await prize(database, caller, params.id)
    if (!found) throw new ApiError('not_found')
    return found
  })
  route('PUT /prize/{id}/favorite', ({ params, ...caller }) =>
    addFavorite(database, { ...caller, prize_id: params.id }),
  )
  route('DELETE /prize/{id}/favorite', ({ params, ...caller }) =>
    removeFavorite(database, { ...caller, prize_id: params.id }),
  )
}
