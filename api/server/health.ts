import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'
import { batched } from '#database/batch.ts'
import { flightsOf } from '#database/flights.ts'
import { limitsOf, NoAnswerInTime, row, sql } from '#database/sql.ts'

/**
 * For load balancers: 200 while this node can sell, 503 otherwise, within `probe_ms`. The probe takes the path of a sale:
 * a queue of batches, its share of the connections, a connection of the pool. It is 503 also when sales have waited for
 * the database for `probe_ms`, because the probe may have met a better connection than theirs.
 */
export function healthRoute(route: Route, { database }: Context): void {
  const flights = flightsOf(database)
  const { probe_ms } = limitsOf(database)
  const probe = batched<null, object>(
    flights,
    async (members) => {
      const answer = await row<object>(database, sql`select 1`)
      return members.map(() => answer!)
    },
    { deadline_ms: probe_ms },
  )
  route('GET /health', async () => {
    if (flights.longest_ms() > probe_ms) throw new NoAnswerInTime()
    await probe(null)
    return { status: 'ok' }
  })
}
