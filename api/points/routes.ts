import type { Context } from '#api/context.ts'
import type { Route } from '#api/http/route.ts'

import { balanceReader } from './balance.ts'
import { pointsGenerator } from './generate.ts'
import { history } from './history.ts'

export function pointsRoutes(route: Route, { database }: Context): void {
  const balance = balanceReader(database)
  const generatePoints = pointsGenerator(database)

  route.withCredential('GET /customer/balance', ({ credential, now }) =>
    balance({ ...credential, now }),
  )

  route('GET /points', async ({ company_id, customer_id, query, header }) => {
    const { entries, next } = await history(database, company_id, customer_id, query)
    if (next !== null) {
      header('link', `</api/points?before=${next}&per_page=${query.per_page}>; rel="next"`)
    }
    return entries
  })

  route.withCredential('POST /partner/points/generate', ({ credential, body, now, claim }) =>
    generatePoints({ credential, sale: body, now }, claim),
  )
}
